#include "frontend/native/arch/x86_64/switch.h"

asm(R"(
  .text
  .globl qpor_begin_stack
  .type qpor_begin_stack, @function
qpor_begin_stack:
  movq %rbx, %rcx
  xorl %ebx, %ebx
  xorl %r12d, %r12d
  xorl %r13d, %r13d
  xorl %r14d, %r14d
  xorl %r15d, %r15d
  jmp *%rcx
  .size qpor_begin_stack, .-qpor_begin_stack
  .globl qpor_resume_stack
  .type qpor_resume_stack, @function
qpor_resume_stack:
  popq %rcx
  popq %rbp
  popq %rbx
  jmp *%rcx
  .size qpor_resume_stack, .-qpor_resume_stack
  .globl qpor_call_on_stack
  .type qpor_call_on_stack, @function
qpor_call_on_stack:
  pushq %rbp
  movq %rsp, %rbp
  movq %rdx, %rsp
  andq $-16, %rsp
  movq %rdi, %rax
  movq %rsi, %rdi
  call *%rax
  leave
  ret
  .size qpor_call_on_stack, .-qpor_call_on_stack
)");

namespace qpor::frontend::native {

void* begin_stack(std::uintptr_t end, void (*entry)()) {
  auto* stack = reinterpret_cast<std::uintptr_t*>(end / 16 * 16);
  *--stack = 0;
  stack -= kSavedWords;
  stack[kSavedPlace] = reinterpret_cast<std::uintptr_t>(&qpor_begin_stack);
  stack[kSavedFrame] = 0;
  stack[kSavedBase] = reinterpret_cast<std::uintptr_t>(entry);
  return stack;
}

}  // namespace qpor::frontend::native
