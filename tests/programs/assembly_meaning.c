// expect: verdict=safe traces=1 deadlocks=0
//
// Each instruction that qpor translates, with its result and its flags, against the language: also true of the processor.

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static const uint32_t kValues[] = {0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0x7fffffff, 0x80000000, 0xffffffff};
#define COUNT (sizeof kValues / sizeof *kValues)

#define FLAGS                                                                                                     \
  "setz %[z]\n\tsetc %[c]\n\tsets %[s]\n\tseto %[o]\n\tsetbe %[be]\n\tsetl %[l]\n\tsetle %[le]\n\tsetnz %[nz]\n\t" \
  "seta %[a]\n\tsetge %[ge]"
#define OUT                                                                                                     \
  [z] "=&q"(z), [c] "=&q"(c), [s] "=&q"(s), [o] "=&q"(o), [be] "=&q"(be), [l] "=&q"(l), [le] "=&q"(le), [nz] "=&q"(nz), \
      [a] "=m"(above), [ge] "=m"(ge)

static bool z, c, s, o, be, l, le, nz, above, ge;

static void expect_flags(bool zero, bool carry, bool sign, bool overflow) {
  assert(z == zero && c == carry && s == sign && o == overflow);
  assert(be == (zero || carry) && l == (sign != overflow) && le == (zero || sign != overflow));
  assert(nz == !z && above == !be && ge == !l);
}

#define ARITHMETIC(type, signed_type, suffix)                                                                         \
  static void arithmetic_##suffix(type x, type y) {                                                                   \
    type memory = x, in_register = x;                                                                                 \
    signed_type wide;                                                                                                 \
    __asm__ volatile("lock; add" #suffix " %[y], %[m]\n\t" FLAGS : [m] "+m"(memory), OUT : [y] "r"(y) : "memory");      \
    assert(memory == (type)(x + y));                                                                                  \
    expect_flags(memory == 0, memory < x, (signed_type)memory < 0,                                                    \
                 __builtin_add_overflow((signed_type)x, (signed_type)y, &wide));                                      \
    __asm__ volatile("add" #suffix " %[y], %[m]\n\t" FLAGS : [m] "+&r"(in_register), OUT : [y] "r"(y));                \
    assert(in_register == memory);                                                                                    \
    memory = x;                                                                                                       \
    __asm__ volatile("lock; sub" #suffix " %[y], %[m]\n\t" FLAGS : [m] "+m"(memory), OUT : [y] "r"(y) : "memory");      \
    assert(memory == (type)(x - y));                                                                                  \
    const bool borrows = __builtin_sub_overflow((signed_type)x, (signed_type)y, &wide);                               \
    expect_flags(x == y, x < y, (signed_type)memory < 0, borrows);                                                    \
    memory = x;                                                                                                       \
    __asm__ volatile("cmp" #suffix " %[y], %[m]\n\t" FLAGS : OUT : [m] "m"(memory), [y] "r"(y) : "memory");             \
    expect_flags(x == y, x < y, (signed_type)(x - y) < 0, borrows);                                                   \
    __asm__ volatile("lock; and" #suffix " %[y], %[m]\n\t" FLAGS : [m] "+m"(memory), OUT : [y] "r"(y) : "memory");      \
    assert(memory == (type)(x & y));                                                                                  \
    expect_flags(memory == 0, false, (signed_type)memory < 0, false);                                                 \
    memory = x;                                                                                                       \
    __asm__ volatile("lock; xor" #suffix " %[y], %[m]\n\t" FLAGS : [m] "+m"(memory), OUT : [y] "r"(y) : "memory");      \
    assert(memory == (type)(x ^ y));                                                                                  \
    expect_flags(memory == 0, false, (signed_type)memory < 0, false);                                                 \
    type old = y;                                                                                                     \
    memory = x;                                                                                                       \
    __asm__ volatile("lock; xadd" #suffix " %[y], %[m]\n\t" FLAGS : [m] "+m"(memory), [y] "+&r"(old), OUT : : "memory"); \
    assert(old == x && memory == (type)(x + y));                                                                      \
    type seen = y;                                                                                                    \
    memory = x;                                                                                                       \
    __asm__ volatile("lock; cmpxchg" #suffix " %[n], %[m]\n\tsete %[z]"                                               \
                     : [m] "+m"(memory), [z] "=q"(z), "+a"(seen)                                                      \
                     : [n] "r"((type)7)                                                                               \
                     : "memory");                                                                                     \
    assert(seen == x && z == (x == y) && memory == (x == y ? 7 : x));                                                 \
    memory = x;                                                                                                       \
    __asm__ volatile("lock; neg" #suffix " %0\n\tsetz %1" : "+m"(memory), "=q"(z) : : "memory");                       \
    assert(memory == (type)-x && z == (x == 0));                                                                      \
    __asm__ volatile("lock; not" #suffix " %0" : "+m"(memory) : : "memory");                                          \
    assert(memory == (type) ~(type)-x);                                                                               \
    memory = x;                                                                                                       \
    __asm__ volatile("lock; inc" #suffix " %0\n\tsetz %1\n\tsets %2" : "+m"(memory), "=q"(z), "=q"(s) : : "memory");   \
    assert(memory == (type)(x + 1) && z == (memory == 0) && s == ((signed_type)memory < 0));                          \
    __asm__ volatile("lock; dec" #suffix " %0" : "+m"(memory), "=@ccz"(z) : : "memory");                               \
    assert(memory == x && z == (x == 0));                                                                             \
    old = y;                                                                                                          \
    __asm__ volatile("xchg" #suffix " %0, %1" : "+r"(old), "+m"(memory) : : "memory");                                 \
    assert(old == x && memory == y);                                                                                  \
  }

ARITHMETIC(uint8_t, int8_t, b)
ARITHMETIC(uint16_t, int16_t, w)
ARITHMETIC(uint32_t, int32_t, l)
ARITHMETIC(uint64_t, int64_t, q)

static void bits(void) {
  uint32_t words[3] = {1, 2, 4};
  bool was;
  __asm__ volatile("lock; btcl %2, %0\n\tsetc %1" : "+m"(words[1]), "=q"(was) : "r"(-32) : "memory");
  assert(was && words[0] == 0);
  __asm__ volatile("lock; btsl %2, %0\n\tsetc %1" : "+m"(words[0]), "=q"(was) : "r"(69) : "memory");
  assert(!was && words[2] == (4 | 32));
  __asm__ volatile("lock; btrl $33, %0\n\tsetc %1" : "+m"(words[1]), "=q"(was) : : "memory");
  assert(was && words[1] == 0);  // the number of a constant bit is taken modulo 32
}

static void pairs(void) {
  uint64_t memory = 0x500000003;
  uint32_t low = 3, high = 5;
  bool is_done;
  __asm__ volatile("lock; cmpxchg8b %0\n\tsetz %1"
                   : "+m"(memory), "=q"(is_done), "+a"(low), "+d"(high)
                   : "b"(8), "c"(9)
                   : "memory");
  assert(is_done && memory == 0x900000008);
  __asm__ volatile("lock; cmpxchg8b %0\n\tsetz %1"
                   : "+m"(memory), "=q"(is_done), "+a"(low), "+d"(high)
                   : "b"(1), "c"(1)
                   : "memory");
  assert(!is_done && low == 8 && high == 9);
}

static void moves(void) {
  struct {
    uint8_t byte;
    int8_t negative;
    uint64_t word;
  } data = {200, -3, 5};
  uint64_t x = ~0ull;
  uint32_t y;
  int64_t z;
  __asm__ volatile("movzbl %1, %0" : "=r"(y) : "m"(data.byte) : "memory");
  assert(y == 200);
  __asm__ volatile("movsbq %1, %0" : "=r"(z) : "m"(data.negative) : "memory");
  assert(z == -3);
  __asm__ volatile("movb %1, %b0" : "+r"(x) : "m"(data.byte) : "memory");
  assert(x == 0xffffffffffffffc8);
  __asm__ volatile("movl %k1, %k0" : "=r"(x) : "r"(~0ull));
  assert(x == 0xffffffff);
  __asm__ volatile("movq %1, %c2(%0)" : : "r"(&data), "r"(77ull), "i"(8) : "memory");
  __asm__ volatile("movq $-1, (%0,%1,8)" : : "r"(&data), "r"(1ull) : "memory");
  assert(data.word == ~0ull);
  __asm__ volatile("movl $7, %%ecx\n\tmovl %%ecx, %0 # a comment; xchg\n\t/* another */" : "=r"(y) : : "ecx");
  assert(y == 7);
}

int main(void) {
  for (size_t i = 0; i < COUNT; ++i) {
    for (size_t j = 0; j < COUNT; ++j) {
      arithmetic_b((uint8_t)kValues[i], (uint8_t)kValues[j]);
      arithmetic_w((uint16_t)kValues[i], (uint16_t)kValues[j]);
      arithmetic_l(kValues[i], kValues[j]);
      arithmetic_q((uint64_t)(int32_t)kValues[i], (uint64_t)kValues[j] << 32);
    }
  }
  bits();
  pairs();
  moves();
}
