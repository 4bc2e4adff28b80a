// Stand-ins for what concerns the process as a whole: its end, assertions, exceptions that nobody catches, and the
// memory that programs and the C++ runtime ask for.

#pragma once

#include <cstddef>
#include <cstdint>

#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

/// Makes the linker take host_allocation.cc, and with it operator new and the allocation of exceptions.
void use_own_allocation();

/// Runs what was registered for the end of the process, notes that it has ended, and ends the thread. Other threads
/// go on: all that they do could have come before.
/// `flushes`: it is not `_exit`, and streams are written first.
[[noreturn]] void end_process(int status, Address pc, bool is_return_address, bool flushes = true);
void run_thread_destructors();
/// Calls a destructor of a thread that ends: what lies above its frame is gone.
[[gnu::noinline]] void call_last(void (*function)(void*), void* argument);
/// When the running thread ends, after the destructors of its thread-local variables.
void run_last_in_thread(void (*function)(void*), void* argument);
/// envp, in the memory of the program.
void set_environment(char** environment);
/// program_invocation_name and its last part, which err(3) puts before messages: argv[0] in the program's memory, or
/// null.
void set_program_name(char* first_argument);

[[noreturn]] void process_exit(int status);
[[noreturn]] void process_exit_now(int status);
[[noreturn]] void process_abort();
[[noreturn]] void assertion_failed(const char* expression, const char* file, unsigned line, const char* function);
[[noreturn]] void library_assertion_failed(const char* file, int line, const char* function, const char* condition);
[[noreturn]] void library_assertion_failed_plain();
[[noreturn]] void assertion_failed_perror(int error, const char* file, unsigned line, const char* function);
[[noreturn]] void stack_smashed();
[[noreturn]] void process_long_jump(void* buffer, int value);
int at_exit(void (*function)());
int cxa_at_exit(void (*function)(void*), void* argument, void* library);
int cxa_thread_at_exit(void (*function)(void*), void* argument, void* library);
[[noreturn]] void cxa_pure_virtual();
[[noreturn]] void refused_call(const char* name, const char* why);

void* memory_malloc(std::size_t size);
void* memory_calloc(std::size_t count, std::size_t size);
void* memory_realloc(void* block, std::size_t size);
void* memory_reallocarray(void* block, std::size_t count, std::size_t size);
void memory_free(void* block);
void* memory_aligned_alloc(std::size_t alignment, std::size_t size);
int memory_posix_memalign(void** block, std::size_t alignment, std::size_t size);
void* memory_valloc(std::size_t size);
std::size_t memory_usable_size(void* block);
void* memory_new(std::size_t size);
void* memory_new_aligned(std::size_t size, std::size_t alignment);
void* memory_new_nothrow(std::size_t size, const void* nothrow);
void* memory_new_array(std::size_t size);
void* memory_new_array_aligned(std::size_t size, std::size_t alignment);
void* memory_new_array_nothrow(std::size_t size, const void* nothrow);
void memory_delete(void* block);
void memory_delete_array(void* block);
void memory_delete_sized(void* block, std::size_t size);
void memory_delete_array_sized(void* block, std::size_t size);

}  // namespace qpor::frontend::native
