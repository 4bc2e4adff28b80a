// Atomics of the programs in this folder. Without TWIN they are assembly, as ConcurrencyKit (ck_) and liburcu (u_)
// write them; with TWIN they are those of the language. The exploration has to be the same.

#pragma once

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef TWIN

// --- ConcurrencyKit: include/gcc/x86_64/ck_pr.h

static inline void ck_stall(void) { __asm__ __volatile__("pause" ::: "memory"); }
static inline void ck_fence_memory(void) { __asm__ __volatile__("mfence" ::: "memory"); }
static inline void ck_barrier(void) { __asm__ __volatile__("" ::: "memory"); }

static inline unsigned ck_load(const unsigned* target) {
  unsigned r;
  __asm__ __volatile__("movl %1, %0" : "=q"(r) : "m"(*(const unsigned*)target) : "memory");
  return r;
}
static inline void ck_store(unsigned* target, unsigned v) {
  __asm__ __volatile__("movl %1, %0" : "=m"(*(unsigned*)target) : "iq"(v) : "memory");
}
static inline void* ck_load_ptr(void* const* target) {
  void* r;
  __asm__ __volatile__("movq %1, %0" : "=q"(r) : "m"(*target) : "memory");
  return r;
}
static inline void ck_store_ptr(void** target, void* v) {
  __asm__ __volatile__("movq %1, %0" : "=m"(*target) : "iq"((uint64_t)v) : "memory");
}
static inline unsigned char ck_load_8(const unsigned char* target) {
  unsigned char r;
  __asm__ __volatile__("movb %1, %0" : "=q"(r) : "m"(*target) : "memory");
  return r;
}
static inline void ck_store_8(unsigned char* target, unsigned char v) {
  __asm__ __volatile__("movb %1, %0" : "=m"(*target) : "iq"(v) : "memory");
}
static inline unsigned ck_fas(unsigned* target, unsigned v) {
  __asm__ __volatile__("xchgl %0, %1" : "+m"(*target), "+q"(v) : : "memory");
  return v;
}
static inline unsigned char ck_fas_8(unsigned char* target, unsigned char v) {
  __asm__ __volatile__("xchgb %0, %1" : "+m"(*target), "+q"(v) : : "memory");
  return v;
}
static inline unsigned ck_faa(unsigned* target, unsigned v) {
  __asm__ __volatile__("lock xaddl %1, %0" : "+m"(*target), "+q"(v) : : "memory", "cc");
  return v;
}
static inline bool ck_cas(unsigned* target, unsigned compare, unsigned set) {
  bool z;
  __asm__ __volatile__("lock cmpxchgl %2, %0; setz %1"
                       : "+m"(*target), "=a"(z)
                       : "q"(set), "a"(compare)
                       : "memory", "cc");
  return z;
}
static inline bool ck_cas_value(unsigned* target, unsigned compare, unsigned set, unsigned* value) {
  bool z;
  __asm__ __volatile__(
      "lock cmpxchgl %3, %0;"
      "mov %%eax, %2;"
      "setz %1;"
      : "+m"(*target), "=a"(z), "=m"(*value)
      : "q"(set), "a"(compare)
      : "memory", "cc");
  return z;
}
static inline bool ck_cas_ptr(void** target, void* compare, void* set) {
  bool z;
  __asm__ __volatile__("lock cmpxchgq %2, %0; setz %1"
                       : "+m"(*target), "=a"(z)
                       : "q"(set), "a"(compare)
                       : "memory", "cc");
  return z;
}
static inline bool ck_cas_2(uint64_t target[2], uint64_t compare[2], uint64_t set[2]) {
  bool z;
  __asm__ __volatile__(
      "movq 0(%4), %%rax;"
      "movq 8(%4), %%rdx;"
      "lock cmpxchg16b %0; setz %1"
      : "+m"(*(__uint128_t*)target), "=q"(z)
      : "b"(set[0]), "c"(set[1]), "q"(compare)
      : "memory", "cc", "%rax", "%rdx");
  return z;
}
static inline void ck_load_2(uint64_t target[2], uint64_t value[2]) {
  __asm__ __volatile__(
      "movq %%rdx, %%rcx;"
      "movq %%rax, %%rbx;"
      "lock cmpxchg16b %2;"
      : "=a"(value[0]), "=d"(value[1])
      : "m"(*(const __uint128_t*)target)
      : "rbx", "rcx", "memory", "cc");
}
static inline void ck_inc(unsigned* target) { __asm__ __volatile__("lock incl %0" : "+m"(*target) : : "memory", "cc"); }
static inline void ck_add(unsigned* target, unsigned d) {
  __asm__ __volatile__("lock addl %1, %0" : "+m"(*target) : "iq"(d) : "memory", "cc");
}
static inline void ck_and(unsigned* target, unsigned d) {
  __asm__ __volatile__("lock andl %1, %0" : "+m"(*target) : "iq"(d) : "memory", "cc");
}
static inline void ck_or(unsigned* target, unsigned d) {
  __asm__ __volatile__("lock orl %1, %0" : "+m"(*target) : "iq"(d) : "memory", "cc");
}
static inline void ck_xor(unsigned* target, unsigned d) {
  __asm__ __volatile__("lock xorl %1, %0" : "+m"(*target) : "iq"(d) : "memory", "cc");
}
static inline void ck_not(unsigned* target) { __asm__ __volatile__("lock notl %0" : "+m"(*target) : : "memory"); }
static inline bool ck_dec_is_zero(unsigned* target) {
  bool ret;
  __asm__ __volatile__("lock decl %0; setz %1" : "+m"(*target), "=qm"(ret) : : "memory", "cc");
  return ret;
}
static inline bool ck_bts(unsigned* target, unsigned bit) {
  bool c;
  __asm__ __volatile__("lock btsl %2, %0; setc %1" : "+m"(*target), "=q"(c) : "r"(bit) : "memory", "cc");
  return c;
}
/// As older versions of Linux have it.
static inline bool ck_btr(unsigned* target, unsigned bit) {
  int old;
  __asm__ __volatile__("lock btrl %2, %0\n\tsbbl %1, %1" : "+m"(*target), "=r"(old) : "Ir"(bit) : "memory", "cc");
  return old != 0;
}

// --- liburcu: urcu/uatomic/x86.h and urcu/arch/x86.h; with flag outputs as Linux has them

#define u_mb() __asm__ __volatile__("lock; addl $0,0(%%rsp)" ::: "memory", "cc")
#define u_relax() __asm__ __volatile__("rep; nop" : : : "memory")

static inline unsigned long u_cmpxchg(void* addr, unsigned long old, unsigned long _new) {
  unsigned long result = old;
  __asm__ __volatile__("lock; cmpxchgq %2, %1" : "+a"(result), "+m"(*(unsigned long*)addr) : "r"(_new) : "memory");
  return result;
}
static inline unsigned long u_xchg(void* addr, unsigned long val) {
  unsigned long result;
  __asm__ __volatile__("xchgq %0, %1" : "=r"(result), "+m"(*(unsigned long*)addr) : "0"(val) : "memory");
  return result;
}
static inline unsigned long u_add_return(void* addr, unsigned long val) {
  unsigned long result = val;
  __asm__ __volatile__("lock; xaddq %0, %1" : "+r"(result), "+m"(*(unsigned long*)addr) : : "memory");
  return result + val;
}
static inline void u_inc(void* addr) {
  __asm__ __volatile__("lock; incq %0" : "=m"(*(unsigned long*)addr) : : "memory");
}
static inline bool u_sub_and_test(unsigned long* addr, unsigned long v) {
  bool zero;
  __asm__ __volatile__("lock; subq %2, %0" : "+m"(*addr), "=@ccz"(zero) : "er"(v) : "memory");
  return zero;
}
/// Through a pointer in a register.
static inline unsigned long u_read(unsigned long* addr) {
  unsigned long result;
  __asm__ __volatile__("movq (%1), %0" : "=r"(result) : "r"(addr) : "memory");
  return result;
}
static inline void u_set(unsigned long* addr, unsigned long v) {
  __asm__ __volatile__("movq %[value], (%[place])" : : [place] "r"(addr), [value] "r"(v) : "memory");
}

#else

#define A(place) ((_Atomic __typeof__(*(place))*)(place))

static inline void ck_stall(void) {}
static inline void ck_fence_memory(void) { atomic_thread_fence(memory_order_seq_cst); }
static inline void ck_barrier(void) {}
static inline unsigned ck_load(const unsigned* p) {
  return atomic_load_explicit((_Atomic unsigned*)p, memory_order_acquire);
}
static inline void ck_store(unsigned* p, unsigned v) { atomic_store_explicit(A(p), v, memory_order_release); }
static inline void* ck_load_ptr(void* const* p) {
  return atomic_load_explicit((void* _Atomic*)p, memory_order_acquire);
}
static inline void ck_store_ptr(void** p, void* v) {
  atomic_store_explicit((void* _Atomic*)p, v, memory_order_release);
}
static inline unsigned char ck_load_8(const unsigned char* p) {
  return atomic_load_explicit((_Atomic unsigned char*)p, memory_order_acquire);
}
static inline void ck_store_8(unsigned char* p, unsigned char v) {
  atomic_store_explicit(A(p), v, memory_order_release);
}
static inline unsigned ck_fas(unsigned* p, unsigned v) { return atomic_exchange(A(p), v); }
static inline unsigned char ck_fas_8(unsigned char* p, unsigned char v) { return atomic_exchange(A(p), v); }
static inline unsigned ck_faa(unsigned* p, unsigned v) { return atomic_fetch_add(A(p), v); }
static inline bool ck_cas(unsigned* p, unsigned compare, unsigned set) {
  return atomic_compare_exchange_strong(A(p), &compare, set);
}
static inline bool ck_cas_value(unsigned* p, unsigned compare, unsigned set, unsigned* value) {
  const bool done = atomic_compare_exchange_strong(A(p), &compare, set);
  *value = compare;
  return done;
}
static inline bool ck_cas_ptr(void** p, void* compare, void* set) {
  return atomic_compare_exchange_strong((void* _Atomic*)p, &compare, set);
}
static inline bool ck_cas_2(uint64_t p[2], uint64_t compare[2], uint64_t set[2]) {
  __uint128_t expected = (__uint128_t)compare[1] << 64 | compare[0];
  return __sync_bool_compare_and_swap((__uint128_t*)p, expected, (__uint128_t)set[1] << 64 | set[0]);
}
static inline void ck_load_2(uint64_t p[2], uint64_t value[2]) {
  const __uint128_t found = __sync_val_compare_and_swap((__uint128_t*)p, 0, 0);
  value[0] = (uint64_t)found;
  value[1] = (uint64_t)(found >> 64);
}
static inline void ck_inc(unsigned* p) { atomic_fetch_add(A(p), 1); }
static inline void ck_add(unsigned* p, unsigned d) { atomic_fetch_add(A(p), d); }
static inline void ck_and(unsigned* p, unsigned d) { atomic_fetch_and(A(p), d); }
static inline void ck_or(unsigned* p, unsigned d) { atomic_fetch_or(A(p), d); }
static inline void ck_xor(unsigned* p, unsigned d) { atomic_fetch_xor(A(p), d); }
static inline void ck_not(unsigned* p) { atomic_fetch_xor(A(p), ~0u); }
static inline bool ck_dec_is_zero(unsigned* p) { return atomic_fetch_sub(A(p), 1) == 1; }
static inline bool ck_bts(unsigned* p, unsigned bit) {
  return atomic_fetch_or(A(p + bit / 32), 1u << bit % 32) >> bit % 32 & 1;
}
static inline bool ck_btr(unsigned* p, unsigned bit) {
  return atomic_fetch_and(A(p + bit / 32), ~(1u << bit % 32)) >> bit % 32 & 1;
}

#define u_mb() atomic_thread_fence(memory_order_seq_cst)
#define u_relax() ((void)0)

static inline unsigned long u_cmpxchg(void* p, unsigned long old, unsigned long _new) {
  atomic_compare_exchange_strong((_Atomic unsigned long*)p, &old, _new);
  return old;
}
static inline unsigned long u_xchg(void* p, unsigned long v) { return atomic_exchange((_Atomic unsigned long*)p, v); }
static inline unsigned long u_add_return(void* p, unsigned long v) {
  return atomic_fetch_add((_Atomic unsigned long*)p, v) + v;
}
static inline void u_inc(void* p) { atomic_fetch_add((_Atomic unsigned long*)p, 1); }
static inline bool u_sub_and_test(unsigned long* p, unsigned long v) { return atomic_fetch_sub(A(p), v) == v; }
static inline unsigned long u_read(unsigned long* p) { return atomic_load_explicit(A(p), memory_order_acquire); }
static inline void u_set(unsigned long* p, unsigned long v) { atomic_store_explicit(A(p), v, memory_order_release); }

#endif

static inline void run_both(void* (*a)(void*), void* (*b)(void*)) {
  pthread_t first, second;
  pthread_create(&first, NULL, a, NULL);
  pthread_create(&second, NULL, b, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}
