"""Steps in C++. Functions that no source can name are called by their mangled names (`by_label`)."""

import steps
from steps import no_call

HEADERS = """
#define __STDC_WANT_IEC_60559_BFP_EXT__ 1
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>
#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <cxxabi.h>
#include <exception>
#include <future>
#include <iostream>
#include <latch>
#include <locale>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <new>
#include <random>
#include <regex>
#include <semaphore>
#include <sstream>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>
#include <type_traits>
#include <typeinfo>
"""

HELPERS = r"""
static struct { alignas(16) char bytes[8][32]; int count; } results[kThreads][kSteps];
static char texts[kThreads][kSteps][64];

static void keep(int me, int number, const void* result, size_t size) {
  char* to = results[me][number].bytes[results[me][number].count++ % 8];
  for (size_t i = 0; i < size && i < 32; ++i) to[i] = ((const char*)result)[i];
}

template <class F>
static auto see(int me, int number, F call) {
  using T = decltype(call());
  if constexpr (std::is_void_v<T>) {
    call();
    tick(me);
  } else {
    T result = call();
    tick(me);
    keep(me, number, &result, sizeof result);
    if constexpr (std::is_convertible_v<T, const char*>) {
      const char* text = result;
      for (int i = 0; text && text[i] && i < 64; ++i) texts[me][number][i] = text[i];
    }
    return result;
  }
}
#define SEE(...) see(me, kNumber, [&] { return __VA_ARGS__; })

/// The locale "C", which the library has for itself.
struct Facet : std::locale::facet {
  static std::__c_locale c_locale() { return _S_get_c_locale(); }
};
template <class T> struct Room { alignas(T) char bytes[sizeof(T)]; };
"""


def cxx(names, code, prelude="", kind=steps.TOGETHER, each=False):
    steps.add("cc", kind, names, code, each, prelude=prelude, group="cxx")


def by_label(mangled, result, parameters):
    """Declares a function of that name, and tells how source calls it."""
    return f"f_{mangled}", f'extern "C" {result} f_{mangled}({parameters}) __asm__("{mangled}");'


def labelled(mangled, result, parameters, arguments, before="", after="", prelude="", kind=steps.TOGETHER):
    name, declaration = by_label(mangled, result, parameters)
    cxx(mangled, f"{before} SEE({name}({arguments})); {after}", prelude + declaration, kind)


# Exceptions: what they say, and their destructors
EXCEPTIONS = [("std::exception", "St9exception", "", True), ("std::bad_exception", "St13bad_exception", "", True), ("std::bad_cast", "St8bad_cast", "", True),
              ("std::bad_alloc", "St9bad_alloc", "", True), ("std::bad_typeid", "St10bad_typeid", "", True), ("std::bad_array_new_length", "St20bad_array_new_length", "", True),
              ("std::bad_weak_ptr", "St12bad_weak_ptr", "", True), ("std::bad_function_call", "St17bad_function_call", "", True),
              ("std::future_error", "St12future_error", "std::future_errc::no_state", True), ("std::system_error", "St12system_error", "me, std::generic_category()", False),
              ("std::regex_error", "St11regex_error", "std::regex_constants::error_paren", False), ("std::nested_exception", "St16nested_exception", "", False),
              ("std::logic_error", "St11logic_error", '"text"', True), ("std::domain_error", "St12domain_error", '"text"', False),
              ("std::invalid_argument", "St16invalid_argument", '"text"', False), ("std::length_error", "St12length_error", '"text"', False),
              ("std::out_of_range", "St12out_of_range", '"text"', False), ("std::runtime_error", "St13runtime_error", '"text"', True),
              ("std::range_error", "St11range_error", '"text"', False), ("std::overflow_error", "St14overflow_error", '"text"', False),
              ("std::underflow_error", "St15underflow_error", '"text"', False), ("std::ios_base::failure", "St8ios_base7failureB5cxx11", '"text"', True)]
for ctype, mangled, arguments, has_what in EXCEPTIONS:
    for ending in ("D1", "D2"):
        name, declaration = by_label(f"_ZN{mangled}{ending}Ev", "void", "void*")
        cxx(f"_ZN{mangled}{ending}Ev", f"static Room<{ctype}> rooms[kThreads]; auto* e = new (rooms[me].bytes) {ctype}({arguments}); tick(me); SEE({name}(e));", declaration)
    name, declaration = by_label(f"_ZN{mangled}D0Ev", "void", "void*")
    cxx(f"_ZN{mangled}D0Ev", f"auto* e = new {ctype}({arguments}); tick(me); SEE({name}(e));", declaration)
    if has_what:
        name, declaration = by_label(f"_ZNK{mangled}4whatEv", "const char*", "const void*")
        cxx(f"_ZNK{mangled}4whatEv", f"{ctype} e{{{arguments}}}; SEE({name}(&e));", declaration)
for which in ("C1", "C2"):
    labelled(f"_ZNSt11regex_error{which}ENSt15regex_constants10error_typeE", "void", "void*, std::regex_constants::error_type", "rooms[me].bytes, std::regex_constants::error_paren",
             "static Room<std::regex_error> rooms[kThreads];", "reinterpret_cast<std::regex_error*>(rooms[me].bytes)->~regex_error();")

# They throw
THROWN = [("_ZSt16__throw_bad_castv", ""), ("_ZSt17__throw_bad_allocv", ""), ("_ZSt18__throw_bad_typeidv", ""), ("_ZSt21__throw_bad_exceptionv", ""),
          ("_ZSt25__throw_bad_function_callv", ""), ("_ZSt28__throw_bad_array_new_lengthv", ""), ("_ZSt20__throw_future_errori", "3"), ("_ZSt20__throw_system_errori", "2 + me"),
          ("_ZSt19__throw_regex_errorNSt15regex_constants10error_typeE", "std::regex_constants::error_paren"), ("_ZSt19__throw_ios_failurePKci", '"text", 2'),
          ("_ZSt24__throw_out_of_range_fmtPKcz", '"text %zu", (size_t)me')]
THROWN += [(f"_ZSt{len('__throw_' + name)}__throw_{name}PKc", '"text"') for name in
           ("ios_failure", "logic_error", "range_error", "domain_error", "length_error", "out_of_range", "runtime_error", "overflow_error", "underflow_error", "invalid_argument")]
TYPES = {"": "", "3": "int", "2 + me": "int", "std::regex_constants::error_paren": "std::regex_constants::error_type", '"text", 2': "const char*, int",
         '"text %zu", (size_t)me': "const char*, ...", '"text"': "const char*"}
for mangled, arguments in THROWN:
    name, declaration = by_label(mangled, "void", TYPES[arguments])
    cxx(mangled, f"try {{ {name}({arguments}); }} catch (const std::exception& e) {{ tick(me); SEE(e.what()); }}", declaration)

# The runtime
cxx("__cxa_allocate_exception __cxa_throw __cxa_begin_catch __cxa_end_catch __cxa_rethrow __gxx_personality_v0 _Unwind_Resume",
    "int ended = 0; try { try { Ended guard{&ended}; tick(me); throw me; } catch (int& x) { tick(me); x += 1; throw; } } catch (int x) { SEE(x + ended); }",
    "struct Ended { int* cell; ~Ended() { ++*cell; } };")
cxx("__cxa_free_exception", "try { throw Thrower(me); } catch (int x) { SEE(x); }", "struct Thrower { int value; Thrower(int me) : value(me) { throw me; } };")
cxx("__cxa_get_exception_ptr", "try { throw Copied{std::string(40, 'a')}; } catch (Copied c) { tick(me); SEE(c.text.c_str()); }", "struct Copied { std::string text; };")
cxx("__cxa_current_exception_type", "try { throw me; } catch (...) { SEE(abi::__cxa_current_exception_type()); }")
SHAPES = "struct Base { virtual ~Base() = default; };\nstruct Left : Base {};\nstruct Right : Base {};"
cxx("__dynamic_cast", "Left l; Base* b = &l; SEE(dynamic_cast<Left*>(b) != nullptr); SEE(dynamic_cast<Right*>(b));", SHAPES)
cxx("__cxa_bad_cast", "Left l; Base& b = l; try { dynamic_cast<Right&>(b); } catch (const std::bad_cast& e) { SEE(e.what()); }", SHAPES)
cxx("__cxa_bad_typeid", "Base* volatile b = nullptr; try { SEE(typeid(*b).name()); } catch (const std::bad_typeid& e) { SEE(e.what()); }", SHAPES)
cxx("__cxa_throw_bad_array_new_length", "try { abi::__cxa_throw_bad_array_new_length(); } catch (const std::bad_alloc& e) { SEE(e.what()); }")
cxx("__cxa_allocate_dependent_exception __cxa_free_dependent_exception",
    "void* e = (void*)__cxa_allocate_dependent_exception(); tick(me); __cxa_free_dependent_exception((__cxxabiv1::__cxa_dependent_exception*)e);",
    "namespace __cxxabiv1 { struct __cxa_dependent_exception; extern \"C\" __cxa_dependent_exception* __cxa_allocate_dependent_exception() noexcept;"
    "extern \"C\" void __cxa_free_dependent_exception(__cxa_dependent_exception*) noexcept; }\nusing namespace __cxxabiv1;")
cxx("__cxa_init_primary_exception _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE",
    "std::exception_ptr p = std::make_exception_ptr(3 + me); tick(me); try { std::rethrow_exception(p); } catch (int x) { SEE(x); }")
cxx("_ZSt17current_exceptionv", "try { throw me; } catch (...) { std::exception_ptr p = std::current_exception(); tick(me); SEE(p != nullptr); }")
cxx("_ZSt18uncaught_exceptionv", "SEE(std::uncaught_exception());")
cxx("_ZSt19uncaught_exceptionsv", "SEE(std::uncaught_exceptions());")
name, declaration = by_label("_ZNSt15__exception_ptr13exception_ptrC1EPv", "void", "void*, void*")
cxx("_ZNSt15__exception_ptr13exception_ptrC1EPv", "std::exception_ptr p = std::make_exception_ptr(3 + me); void* object; memcpy(&object, &p, sizeof object);"
    f"static Room<std::exception_ptr> rooms[kThreads]; SEE({name}(rooms[me].bytes, object)); using std::exception_ptr; reinterpret_cast<exception_ptr*>(rooms[me].bytes)->~exception_ptr();",
    declaration)
name, declaration = by_label("_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv", "void", "void*")
cxx("_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv", "std::exception_ptr p = std::make_exception_ptr(3 + me);"
    f"SEE({name}(&p)); static Room<std::exception_ptr> rooms[kThreads]; memcpy(rooms[me].bytes, &p, sizeof p); using std::exception_ptr;"
    "reinterpret_cast<exception_ptr*>(rooms[me].bytes)->~exception_ptr();", declaration)
cxx("_ZNKSt15__exception_ptr13exception_ptr20__cxa_exception_typeEv", "std::exception_ptr p = std::make_exception_ptr(3 + me); SEE(p.__cxa_exception_type());")
cxx("_ZSt15future_categoryv", "SEE(std::future_category().name());")
cxx("_ZSt17iostream_categoryv", "SEE(&std::iostream_category());")
GUARDED = ("template <int N> static int guarded(bool throws) { static int value = [&] { if (throws) throw N; return N + 5; }(); return value; }\n"
           "template <int N> static int guarded_twice() { try { guarded<N>(true); } catch (int) {} return guarded<N>(false); }")
cxx("__cxa_guard_acquire __cxa_guard_release __cxa_guard_abort", "SEE(me == 0 ? guarded_twice<0>() : me == 1 ? guarded_twice<1>() : guarded_twice<2>());", GUARDED)
cxx("__cxa_thread_atexit", "std::thread t([me] { thread_local Ended guard{&ends[me]}; tick(me); keep(me, kNumber, guard.cell, sizeof(int)); }); t.join(); SEE(ends[me]);",
    "struct Ended { int* cell; ~Ended() { ++*cell; } };\nstatic int ends[kThreads];")
cxx("__cxa_thread_atexit_impl", "std::thread t([me] { __cxa_thread_atexit_impl([](void* cell) { ++*(int*)cell; }, &ends_by[me], nullptr); tick(me); }); t.join(); SEE(ends_by[me]);",
    "extern \"C\" int __cxa_thread_atexit_impl(void (*function)(void*), void* object, void* library);\nstatic int ends_by[kThreads];")
no_call("ends the process", "__cxa_pure_virtual __cxa_deleted_virtual __clang_call_terminate __cxa_call_unexpected __cxa_call_terminate _ZSt9terminatev "
        "_ZN9__gnu_cxx27__verbose_terminate_handlerEv _ZSt21__glibcxx_assert_failPKciS0_S0_ _ZSt21__glibcxx_assert_failv")
no_call("is called by the unwinder, for functions of C that were compiled with -fexceptions", "__gcc_personality_v0")
cxx("_ZSt13get_terminatev", "SEE(std::get_terminate());")
cxx("_ZSt13set_terminatePFvvE", "SEE(std::set_terminate(me ? handler_a : handler_b));", "static void handler_a() { abort(); }\nstatic void handler_b() { exit(0); }", steps.ALONE)

# Memory
for new, delete in (("_Znwm", "_ZdlPv"), ("_Znam", "_ZdaPv")):
    n, declare_n = by_label(new, "char*", "size_t")
    d, declare_d = by_label(delete, "void", "void*")
    s, declare_s = by_label(delete + "m", "void", "void*, size_t")
    cxx(f"{new} {delete} {delete}m", f"char* p = SEE({n}(9 + me)); p[0] = 1; SEE({d}(p)); p = {n}(9 + me); SEE({s}(p, 9 + me));", "\n".join([declare_n, declare_d, declare_s]))
    n, declare_n = by_label(new + "RKSt9nothrow_t", "char*", "size_t, const std::nothrow_t&")
    cxx(f"{new}RKSt9nothrow_t", f"char* p = SEE({n}(9 + me, std::nothrow)); p[0] = 1; {d}(p);", "\n".join([declare_n, declare_d]))
    n, declare_n = by_label(new + "St11align_val_t", "char*", "size_t, std::align_val_t")
    d, declare_d = by_label(delete + "St11align_val_t", "void", "void*, std::align_val_t")
    s, declare_s = by_label(delete + "mSt11align_val_t", "void", "void*, size_t, std::align_val_t")
    cxx(f"{new}St11align_val_t {delete}St11align_val_t {delete}mSt11align_val_t",
        f"auto a = std::align_val_t(64); char* p = SEE({n}(64, a)); p[0] = 1; SEE({d}(p, a)); p = {n}(64, a); SEE({s}(p, 64, a));", "\n".join([declare_n, declare_d, declare_s]))
cxx("_ZNSt3pmr19new_delete_resourceEv", "std::pmr::memory_resource* r = SEE(std::pmr::new_delete_resource()); void* p = r->allocate(8); tick(me); r->deallocate(p, 8);")
cxx("_ZNSt3pmr20null_memory_resourceEv", "SEE(std::pmr::null_memory_resource());")
RESOURCE = ("struct Resource : std::pmr::memory_resource { void* do_allocate(size_t, size_t) override { return nullptr; } void do_deallocate(void*, size_t, size_t) override {}"
            " bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; } };\n")
for ending in ("D1", "D2"):
    labelled(f"_ZNSt3pmr15memory_resource{ending}Ev", "void", "void*", "new (rooms[me].bytes) Resource", "static Room<Resource> rooms[kThreads];", prelude=RESOURCE)
labelled("_ZNSt3pmr15memory_resourceD0Ev", "void", "void*", "new Resource", prelude=RESOURCE)
labelled("_ZNSt19_Sp_make_shared_tag5_S_eqERKSt9type_info", "bool", "const std::type_info&", "typeid(int)")

# Threads
cxx("_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE _ZNSt6thread4joinEv",
    "std::thread t([me] { keep(me, kNumber, &me, sizeof me); }); tick(me); t.join();")
cxx("_ZNSt6thread6detachEv", "std::thread t([] {}); tick(me); t.detach();")
no_call("clang calls the second constructor or destructor of the class in its place", "_ZNSt6threadD1Ev _ZNSt18__atomic_semaphoreC1Ei _ZNSt5latchC1El "
        "_ZNSt14__tree_barrierISt18__empty_completionEC1ElS0_ _ZNSt23__atomic_futex_unsignedILj2147483648EEC1Ej")
labelled("_ZNSt6threadD2Ev", "void", "void*", "new (rooms[me].bytes) std::thread", "static Room<std::thread> rooms[kThreads];")
cxx("_ZNSt6thread20hardware_concurrencyEv", "SEE(std::thread::hardware_concurrency());")
labelled("_ZNSt11this_thread11__sleep_forENSt6chrono8durationIlSt5ratioILl1ELl1EEEENS1_IlS2_ILl1ELl1000000000EEEE", "void", "long, long", "me, 5",
         after="SEE(std::chrono::steady_clock::now().time_since_epoch().count());")
cxx("_ZNSt6chrono3_V212steady_clock3nowEv", "SEE(std::chrono::steady_clock::now().time_since_epoch().count());")
cxx("_ZNSt6chrono3_V212system_clock3nowEv", "SEE(std::chrono::system_clock::now().time_since_epoch().count());")
labelled("_ZNSt6chrono12system_clock3nowEv", "long", "", "")
for which in ("C", "D"):
    for ending in ("1", "2"):
        labelled(f"_ZNSt18condition_variable{which}{ending}Ev", "void", "void*", "c", "static Room<std::condition_variable> rooms[kThreads]; void* c = rooms[me].bytes;"
                 + ("new (c) std::condition_variable;" if which == "D" else ""), "" if which == "D" else "using std::condition_variable; ((condition_variable*)c)->~condition_variable();")
cxx("_ZNSt18condition_variable10notify_oneEv _ZNSt18condition_variable10notify_allEv",
    "std::condition_variable c; SEE(c.notify_one()); SEE(c.notify_all()); /* _ZNSt18condition_variable10notify_oneEv _ZNSt18condition_variable10notify_allEv */")
WAITED = "std::mutex m; std::condition_variable c; bool is_done = false;"
cxx("_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE",
    WAITED + "std::thread t([&] { std::lock_guard l(m); is_done = true; c.notify_one(); }); { std::unique_lock l(m); while (!is_done) c.wait(l); } t.join(); SEE(is_done);", kind=steps.ALONE)
cxx("_ZSt25notify_all_at_thread_exitRSt18condition_variableSt11unique_lockISt5mutexE",
    WAITED + "std::thread t([&] { std::unique_lock l(m); is_done = true; std::notify_all_at_thread_exit(c, std::move(l)); });"
    "{ std::unique_lock l(m); while (!is_done) c.wait(l); } t.join(); SEE(is_done);", kind=steps.ALONE)
for ending in ("1", "2"):
    labelled(f"_ZNSt9once_flagC{ending}Ev", "void", "void*", "rooms[me].bytes", "static Room<std::once_flag> rooms[kThreads];",
             "std::call_once(*reinterpret_cast<std::once_flag*>(rooms[me].bytes), [&] { tick(me); keep(me, kNumber, &me, sizeof me); });")

# Futures
FUTEX = "_ZNSt23__atomic_futex_unsignedILj2147483648EE"
BASE = "_ZNSt28__atomic_futex_unsigned_base"
TIMES = "NSt6chrono8durationIlSt5ratioILl1ELl1EEEE"
labelled(f"{FUTEX}C2Ej", "void", "void*, unsigned", "&cells[me], 1", "static unsigned cells[kThreads];")
labelled(f"{FUTEX}7_M_loadESt12memory_order", "unsigned", "void*, int", "&cells[me], 2", "static unsigned cells[kThreads];")
labelled(f"{FUTEX}18_M_load_when_equalEjSt12memory_order", "void", "void*, unsigned, int", "&cells[me], 0, 2", "static unsigned cells[kThreads];")
labelled(f"{FUTEX}19_M_store_notify_allEjSt12memory_order", "void", "void*, unsigned, int", "&cells[me], 1, 3", "static unsigned cells[kThreads];")
for name in ("22_M_load_and_test_until", "29_M_load_and_test_until_steady"):
    labelled(f"{FUTEX}{name}EjjbSt12memory_orderb{TIMES}NS3_IlS4_ILl1ELl1000000000EEEE", "unsigned", "void*, unsigned, unsigned, bool, int, bool, long, long",
             "&cells[me], 1, 1, true, 2, true, 1, 0", "static unsigned cells[kThreads]; cells[me] = 1;")
labelled(f"{BASE}19_M_futex_notify_allEPj", "void", "void*, unsigned*", "&cells[me], &cells[me]", "static unsigned cells[kThreads];")
for name in ("19_M_futex_wait_until", "26_M_futex_wait_until_steady"):
    labelled(f"{BASE}{name}EPjjb{TIMES}NS2_IlS3_ILl1ELl1000000000EEEE", "bool", "void*, unsigned*, unsigned, bool, long, long", "&cells[me], &cells[me], 5, true, 1, 0",
             "static unsigned cells[kThreads];")
cxx("_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv",
    "std::promise<int> p; auto f = p.get_future(); std::thread t([&] { p.set_value_at_thread_exit(5 + me); }); SEE(f.get()); t.join();")

# Semaphores, latches, barriers, waiting, stop tokens
labelled("_ZNSt18__atomic_semaphoreC2Ei", "void", "void*, int", "&cells[me], 2", "static int cells[kThreads];")
labelled("_ZNSt5latchC2El", "void", "void*, long", "rooms[me].bytes, 1", "static Room<std::latch> rooms[kThreads];")
labelled("_ZNSt14__tree_barrierISt18__empty_completionEC2ElS0_", "void", "void*, long", "rooms[me].bytes, 1", "static Room<std::barrier<>> rooms[kThreads];")
cxx("_ZNSt18__atomic_semaphore10_M_acquireEv _ZNSt18__atomic_semaphore14_M_try_acquireEv _ZNSt18__atomic_semaphore17_S_do_try_acquireEPi _ZNSt18__atomic_semaphore10_M_releaseEl",
    "std::counting_semaphore<8> s(3); SEE(s.acquire()); SEE(s.try_acquire()); SEE(s.try_acquire_for(std::chrono::milliseconds(1))); SEE(s.release(3));")
cxx("_ZNSt5latch10count_downEl _ZNKSt5latch8try_waitEv _ZNKSt5latch4waitEv _ZNSt5latch15arrive_and_waitEl",
    "std::latch l(2); SEE(l.count_down()); SEE(l.try_wait()); SEE(l.arrive_and_wait()); SEE(l.wait());")
cxx("_ZNSt14__tree_barrierISt18__empty_completionE6arriveEl _ZNKSt14__tree_barrierISt18__empty_completionE4waitEOSt17__barrier_phase_t "
    "_ZNSt14__tree_barrierISt18__empty_completionE15arrive_and_dropEv",
    "std::barrier<> b(1); b.wait(b.arrive()); tick(me); SEE(b.arrive_and_drop());")
cxx("_ZNSt8__detail13__waiter_pool10_M_do_waitEPKii _ZNSt8__detail18__waiter_pool_base13_M_enter_waitEv _ZNSt8__detail18__waiter_pool_base13_M_leave_waitEv "
    "_ZNKSt8__detail18__waiter_pool_base10_M_waitingEv _ZNSt8__detail17__platform_notifyIiEEvPKT_b",
    "std::atomic<int> a = 0; std::thread t([&] { a = 1; a.notify_all(); }); a.wait(0); t.join(); SEE(a.load());", kind=steps.ALONE)
no_call("is for other waits than those of the library, which are refused", "_ZNSt8__detail15__platform_waitIiEEvPKT_i")
cxx("_ZNSt10stop_token13_Stop_state_t7_M_lockEv _ZNSt10stop_token13_Stop_state_t9_M_unlockEv _ZNSt10stop_token13_Stop_state_t14_M_do_try_lockERjjSt12memory_orderS2_",
    "int called = 0; std::stop_source s; { std::stop_callback c(s.get_token(), [&] { ++called; }); tick(me); SEE(s.request_stop()); } SEE(called);")

# Random numbers of the system
cxx("_ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE _ZNSt13random_device9_M_getvalEv _ZNKSt13random_device13_M_getentropyEv "
    "_ZNSt13random_device7_M_finiEv", "std::random_device d; SEE(d()); SEE(d.entropy());")
for mangled in ("_ZNSt13random_device7_M_initERKSs", "_ZNSt13random_device14_M_init_pretr1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE",
                "_ZNSt13random_device14_M_init_pretr1ERKSs"):
    labelled(mangled, "void", "void*, const std::string&", 'rooms[me].bytes, std::string("default")', "static Room<std::random_device> rooms[kThreads];")
labelled("_ZNSt13random_device16_M_getval_pretr1Ev", "unsigned", "void*", "&d", "std::random_device d;")

# Streams and locales
for stream in ("cout", "cerr", "clog", "cin"):
    cxx(f"_ZSt{len(stream)}{stream}", f"SEE((void*)&std::{stream});" + ("" if stream == "cin" else f' std::{stream} << "text " << me << "\\n"; tick(me);'))
for which in ("C1", "C2", "D1", "D2"):
    labelled(f"_ZNSt8ios_base4Init{which}Ev", "void", "void*", "&rooms[me]", "static char rooms[kThreads];")
cxx("_ZNSt8ios_base15sync_with_stdioEb", "SEE(std::ios_base::sync_with_stdio(true));")  # a read; with false it is a write
cxx("_ZNSt6locale7classicEv", "SEE(&std::locale::classic());")
cxx("_ZNKSt6locale2id5_M_idEv", "SEE(std::ctype<char>::id._M_id());")
labelled("_ZNSt6locale21_S_normalize_categoryEi", "int", "int", "std::locale::numeric")
labelled("_ZNSt10__num_base15_S_format_floatERKSt8ios_basePcc", "void", "const std::ios_base&, char*, char", "out, text[me], 'L'",
         "static char text[kThreads][16]; std::ostringstream out; out.precision(3 + me);")
labelled("_ZSt17__verify_groupingPKcmRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE", "bool", "const char*, size_t, const std::string&", '"\\3", 1, std::string("\\3\\3")')
for letter, ctype in (("c", "char"), ("w", "wchar_t")):
    prefix, facet = f"_ZNKSt5ctypeI{letter}E", f"std::ctype<{ctype}>"
    text = "'a'" if letter == "c" else "L'a'"
    plain = "nullptr, false, 1" if letter == "c" else "1"
    own = f"const auto& shared = std::use_facet<{facet}>(std::locale::classic());"
    for name in ("10do_tolower", "10do_toupper"):
        labelled(f"{prefix}{name}E{letter}", ctype, f"const void*, {ctype}", f"&shared, {text} + me", own)
    labelled(f"{prefix}8do_widenEc", ctype, "const void*, char", "&shared, 'a' + me", own)
    labelled(f"{prefix}9do_narrowE{letter}c", "char", f"const void*, {ctype}, char", f"&shared, {text} + me, '?'", own)
    locale = f"_ZNSt5ctypeI{letter}E"
    for which in ("C1", "C2"):
        parameters, arguments = ("EP15__locale_structPKtbm", "void*, std::__c_locale, const unsigned short*, bool, size_t") if letter == "c" else \
            ("EP15__locale_structm", "void*, std::__c_locale, size_t")
        given = "rooms[me].bytes, Facet::c_locale()" + (", nullptr, false, 1" if letter == "c" else ", 1")
        room = f"static Room<{facet}> rooms[kThreads];"
        labelled(f"{locale}{which}{parameters}", "void", arguments, given, room)
        parameters, arguments, given = ("EPKtbm", "void*, const unsigned short*, bool, size_t", "nullptr, false, 1") if letter == "c" else ("Em", "void*, size_t", "1")
        labelled(f"{locale}{which}{parameters}", "void", arguments, f"rooms[me].bytes, {given}", room)
    for ending in ("D1", "D2"):
        labelled(f"{locale}{ending}Ev", "void", "void*", f"new (rooms[me].bytes) {facet}({plain})", f"static Room<{facet}> rooms[kThreads];")
    labelled(f"{locale}D0Ev", "void", "void*", f"new {facet}({plain})")
    collate = f"const auto& c = std::use_facet<std::collate<{ctype}>>(std::locale::classic()); std::basic_string<{ctype}> a(3, {text} + me), b(3, 'b');"
    cxx(f"_ZNKSt7__cxx117collateI{letter}E10_M_compareEPK{letter}S3_", collate + "SEE(c.compare(&a[0], &a[3], &b[0], &b[3]));")
    cxx(f"_ZNKSt7__cxx117collateI{letter}E12_M_transformEP{letter}PK{letter}m", collate + "auto r = c.transform(&a[0], &a[3]); tick(me); SEE(r.size());")
labelled("_ZNKSt5ctypeIwE5do_isEtw", "bool", "const void*, unsigned short, wchar_t", "&std::use_facet<std::ctype<wchar_t>>(std::locale::classic()), std::ctype_base::alpha, L'a' + me")
for name in ("13_M_widen_init", "14_M_narrow_init"):
    labelled(f"_ZNKSt5ctypeIcE{name}Ev", "void", "const void*", "&f", "OwnCtype f(nullptr, false, 1);", prelude="struct OwnCtype : std::ctype<char> { using std::ctype<char>::ctype; };\n")
labelled("_ZNSt5ctypeIcE13classic_tableEv", "const void*", "", "")

# Functions of C that want a locale
PLAIN = 'extern "C" { int __isalnum_l(int, locale_t); int __isalpha_l(int, locale_t); int __isdigit_l(int, locale_t); int __isspace_l(int, locale_t); int __tolower_l(int, locale_t);' \
        " int __toupper_l(int, locale_t); }"
OF_CHARACTERS = [f"{name}_l" for name in ("isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper "
                                          "__isalnum __isalpha __isdigit __isspace __tolower __toupper").split()]
cxx(" ".join(OF_CHARACTERS), "@('a' + me, Facet::c_locale());", PLAIN, each=True)
cxx("towlower_l towupper_l", "@(L'a' + me, Facet::c_locale());", each=True)
cxx("iswctype_l", "@(L'a' + me, wctype(\"alpha\"), Facet::c_locale());", each=True)
cxx("nl_langinfo_l", "@(CODESET, Facet::c_locale());", each=True)
cxx("strerror_l", "@(2 + 10000 * me, Facet::c_locale());", each=True)
cxx("wctype_l", "@(\"alpha\", Facet::c_locale());", each=True)
OWN_TEXT = 'static char a[kThreads][16]; strcpy(a[me], "12.5x"); a[me][0] += me; '
OWN_WIDE = 'static wchar_t a[kThreads][16]; wcscpy(a[me], L"abc"); a[me][0] += me; '
cxx("strcoll_l strcasecmp_l", OWN_TEXT + '@(a[me], "13", Facet::c_locale());', each=True)
cxx("strncasecmp_l", OWN_TEXT + '@(a[me], "13", 2, Facet::c_locale());', each=True)
cxx("strxfrm_l", OWN_TEXT + "static char to[kThreads][16]; @(to[me], a[me], 16, Facet::c_locale());", each=True)
cxx("wcscoll_l", OWN_WIDE + 'SEE(wcscoll_l(a[me], L"abd", Facet::c_locale()));')
cxx("wcsxfrm_l", OWN_WIDE + "static wchar_t to[kThreads][16]; @(to[me], a[me], 16, Facet::c_locale());", each=True)
cxx("strtol_l strtoul_l strtoll_l strtoull_l", OWN_TEXT + "static char* end[kThreads]; @(a[me], &end[me], 10, Facet::c_locale());", each=True)
cxx("strtod_l strtof_l strtold_l", OWN_TEXT + "static char* end[kThreads]; @(a[me], &end[me], Facet::c_locale());", each=True)
cxx("strftime_l", "static char to[kThreads][32]; tm m = {}; m.tm_mday = 1 + me; @(to[me], 32, \"%d %H:%M\", &m, Facet::c_locale());", each=True)


def cxx_step(step):
    return ["  " + step.code]
