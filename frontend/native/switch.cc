#include "frontend/native/switch.h"

asm(R"(
  .text
  .globl qpor_resume_stack
  .type qpor_resume_stack, @function
qpor_resume_stack:
  popq %rcx
  popq %rbp
  popq %rbx
  jmp *%rcx
  .size qpor_resume_stack, .-qpor_resume_stack
)");
