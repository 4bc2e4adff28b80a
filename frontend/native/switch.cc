#include "frontend/native/switch.h"

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
)");
