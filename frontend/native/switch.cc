#include "frontend/native/switch.h"

asm(R"(
  .text
  .globl qpor_switch_stack
  .type qpor_switch_stack, @function
qpor_switch_stack:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  .globl qpor_resume_stack
  .type qpor_resume_stack, @function
qpor_resume_stack:
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  popq %rcx
  jmp *%rcx
  .size qpor_switch_stack, .-qpor_switch_stack
)");
