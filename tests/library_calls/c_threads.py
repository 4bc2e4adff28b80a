"""Functions of threads that hand something back, and primitives: an operation on one is an access of its bytes, so that a
plain access to them races with it. Values that are read or written beside the primitive are plain memory."""

from calls import array, call

ONE = lambda name, ctype, init=None: array(name, ctype, 1, init)
TRIVIAL = "static void* trivial(void* argument) { return argument; }"
call("pthread_create", "@(t, a, trivial, 0); pthread_t own; memcpy(&own, t, sizeof own); pthread_join(own, 0);",
     [array("t", "pthread_t", 2), ONE("a", "pthread_attr_t")], setup="pthread_attr_init(a);", prelude=TRIVIAL, touches=["*(char*)a"], writes=["t[0:1]"],
     clean=["t[1:2]"], memory=False)
call("pthread_join", "pthread_t own; pthread_create(&own, 0, trivial, 0); @(own, r);", [array("r", "void*", 2)], writes=["r[0:1]"], clean=["r[1:2]"])
call("pthread_key_create", "@(k, 0);", [array("k", "pthread_key_t", 2)], writes=["k[0:1]"], clean=["k[1:2]"])
ATTRIBUTES = [
    ("pthread_attr_t", "pthread_attr", [("detachstate", "int", "PTHREAD_CREATE_DETACHED"), ("stacksize", "size_t", "1 << 20"), ("guardsize", "size_t", "4096")]),
    ("pthread_mutexattr_t", "pthread_mutexattr", [("type", "int", "PTHREAD_MUTEX_RECURSIVE"), ("pshared", "int", "PTHREAD_PROCESS_PRIVATE"),
                                                  ("robust", "int", "PTHREAD_MUTEX_STALLED"), ("protocol", "int", "PTHREAD_PRIO_NONE")]),
    ("pthread_condattr_t", "pthread_condattr", [("clock", "clockid_t", "CLOCK_MONOTONIC"), ("pshared", "int", "PTHREAD_PROCESS_PRIVATE")]),
    ("pthread_rwlockattr_t", "pthread_rwlockattr", [("pshared", "int", "PTHREAD_PROCESS_PRIVATE"), ("kind_np", "int", "PTHREAD_RWLOCK_PREFER_READER_NP")]),
    ("pthread_barrierattr_t", "pthread_barrierattr", [("pshared", "int", "PTHREAD_PROCESS_PRIVATE")]),
]
for ctype, prefix, members in ATTRIBUTES:
    for member, value, setting in members:
        call(f"{prefix}_get{member}", "@(a, v);", [ONE("a", ctype), array("v", value, 2)], setup=f"{prefix}_init(a);", writes=["v[0:1]"], clean=["v[1:2]"],
             memory=False)
call("pthread_attr_getschedpolicy", "@(a, v);", [ONE("a", "pthread_attr_t"), array("v", "int", 2)], setup="pthread_attr_init(a);", writes=["v[0:1]"],
     clean=["v[1:2]"], memory=False)
call("pthread_attr_getscope", "@(a, v);", [ONE("a", "pthread_attr_t"), array("v", "int", 2)], setup="pthread_attr_init(a);", writes=["v[0:1]"],
     clean=["v[1:2]"], memory=False)
call("pthread_attr_getinheritsched", "@(a, v);", [ONE("a", "pthread_attr_t"), array("v", "int", 2)], setup="pthread_attr_init(a);", writes=["v[0:1]"],
     clean=["v[1:2]"], memory=False)
call("pthread_setcancelstate", "@(PTHREAD_CANCEL_ENABLE, v);", [array("v", "int", 2)], writes=["v[0:1]"], clean=["v[1:2]"])
call("pthread_setcanceltype", "@(PTHREAD_CANCEL_DEFERRED, v);", [array("v", "int", 2)], writes=["v[0:1]"], clean=["v[1:2]"])
call("pthread_getname_np", "@(pthread_self(), a, 16);", [array("a", "char", 18)], writes=["a[0:1]"], clean=["a[16:18]"], memory=False)
call("pthread_setname_np", "@(pthread_self(), a);", [array("a", "char", 9, [97, 98, 99, 0])], reads=["a[0:4]"], clean=["a[4:9]"])
call("sem_getvalue", "@(s, v);", [ONE("s", "sem_t"), array("v", "int", 2)], setup="sem_init(s, 0, 1);", writes=["v[0:1]"], clean=["v[1:2]"], memory=False,
     prelude="#include <semaphore.h>")
PAST = "t->tv_sec = 1; t->tv_nsec = 0;"
TIMED = ["t->tv_sec", "t->tv_nsec"]
call("sem_timedwait", "@(s, t);", [ONE("s", "sem_t"), array("t", "struct timespec", 2)], setup="sem_init(s, 0, 0);" + PAST, reads=TIMED,
     clean=["t[1].tv_sec"], memory=False)
call("pthread_mutex_timedlock", "@(m, t);", [ONE("m", "pthread_mutex_t"), array("t", "struct timespec", 2)],
     setup="pthread_mutex_init(m, 0); pthread_mutex_lock(m);" + PAST, reads=TIMED, clean=["t[1].tv_sec"], memory=False)
call("pthread_rwlock_timedrdlock", "@(m, t);", [ONE("m", "pthread_rwlock_t"), array("t", "struct timespec", 2)],
     setup="pthread_rwlock_init(m, 0); pthread_rwlock_wrlock(m);" + PAST, reads=TIMED, clean=["t[1].tv_sec"], memory=False)
call("pthread_rwlock_timedwrlock", "@(m, t);", [ONE("m", "pthread_rwlock_t"), array("t", "struct timespec", 2)],
     setup="pthread_rwlock_init(m, 0); pthread_rwlock_rdlock(m);" + PAST, reads=TIMED, clean=["t[1].tv_sec"], memory=False)
call("pthread_cond_timedwait", "pthread_mutex_lock(m); @(c, m, t); pthread_mutex_unlock(m);",
     [ONE("m", "pthread_mutex_t"), ONE("c", "pthread_cond_t"), array("t", "struct timespec", 2)],
     setup="pthread_mutex_init(m, 0); pthread_cond_init(c, 0);" + PAST, reads=TIMED, clean=["t[1].tv_sec"], memory=False)
# A primitive and a plain access to its first byte; an operation may or may not change it.
PRIMITIVES = [
    ("pthread_mutex_t", "pthread_mutex_init(p, 0);", [("pthread_mutex_lock", "@(p); pthread_mutex_unlock(p);"), ("pthread_mutex_trylock", "if (!@(p)) pthread_mutex_unlock(p);"),
                                                      ("pthread_mutex_unlock", "pthread_mutex_lock(p); @(p);")]),
    ("pthread_cond_t", "pthread_cond_init(p, 0);", [("pthread_cond_signal", "@(p);"), ("pthread_cond_broadcast", "@(p);")]),
    ("pthread_rwlock_t", "pthread_rwlock_init(p, 0);", [("pthread_rwlock_rdlock", "@(p); pthread_rwlock_unlock(p);"), ("pthread_rwlock_wrlock", "@(p); pthread_rwlock_unlock(p);"),
                                                        ("pthread_rwlock_tryrdlock", "if (!@(p)) pthread_rwlock_unlock(p);"), ("pthread_rwlock_trywrlock", "if (!@(p)) pthread_rwlock_unlock(p);"),
                                                        ("pthread_rwlock_unlock", "pthread_rwlock_wrlock(p); @(p);")]),
    ("sem_t", "sem_init(p, 0, 1);", [("sem_wait", "@(p);"), ("sem_trywait", "@(p);"), ("sem_post", "@(p);")]),
    ("pthread_spinlock_t", "pthread_spin_init(p, 0);", [("pthread_spin_lock", "@(p); pthread_spin_unlock(p);"), ("pthread_spin_trylock", "if (!@(p)) pthread_spin_unlock(p);"),
                                                        ("pthread_spin_unlock", "pthread_spin_lock(p); @(p);")]),
    ("pthread_barrier_t", "pthread_barrier_init(p, 0, 1);", [("pthread_barrier_wait", "@(p);")]),
    ("pthread_once_t", "*p = PTHREAD_ONCE_INIT;", [("pthread_once", "@(p, nothing);")]),
    ("mtx_t", "mtx_init(p, mtx_plain);", [("mtx_lock", "@(p); mtx_unlock(p);"), ("mtx_trylock", "if (@(p) == thrd_success) mtx_unlock(p);"), ("mtx_unlock", "mtx_lock(p); @(p);")]),
    ("cnd_t", "cnd_init(p);", [("cnd_signal", "@(p);"), ("cnd_broadcast", "@(p);")]),
    ("once_flag", "*p = (once_flag)ONCE_FLAG_INIT;", [("call_once", "@(p, nothing);")]),
]
for ctype, setup, operations in PRIMITIVES:
    for function, code in operations:
        call(function, code, [array("p", ctype, 2), array("x", "int", 2)], setup=setup, touches=["*(char*)p"], clean=["x[0:2]"], guards=False, memory=False,
             native=False)

# Initialisation and destruction are accesses as well, as are the functions that wait until a time.
ENDS = [("pthread_mutex_t", "pthread_mutex_init", "@(p, 0);", ""), ("pthread_mutex_t", "pthread_mutex_destroy", "@(p);", "pthread_mutex_init(p, 0);"),
        ("pthread_cond_t", "pthread_cond_init", "@(p, 0);", ""), ("pthread_cond_t", "pthread_cond_destroy", "@(p);", "pthread_cond_init(p, 0);"),
        ("pthread_rwlock_t", "pthread_rwlock_init", "@(p, 0);", ""), ("pthread_rwlock_t", "pthread_rwlock_destroy", "@(p);", "pthread_rwlock_init(p, 0);"),
        ("pthread_barrier_t", "pthread_barrier_init", "@(p, 0, 1);", ""), ("pthread_barrier_t", "pthread_barrier_destroy", "@(p);", "pthread_barrier_init(p, 0, 1);"),
        ("pthread_spinlock_t", "pthread_spin_init", "@(p, 0);", ""), ("pthread_spinlock_t", "pthread_spin_destroy", "@(p);", "pthread_spin_init(p, 0);"),
        ("sem_t", "sem_init", "@(p, 0, 1);", ""), ("sem_t", "sem_destroy", "@(p);", "sem_init(p, 0, 1);"),
        ("mtx_t", "mtx_init", "@(p, mtx_plain);", ""), ("mtx_t", "mtx_destroy", "@(p);", "mtx_init(p, mtx_plain);"), ("cnd_t", "cnd_init", "@(p);", ""),
        ("cnd_t", "cnd_destroy", "@(p);", "cnd_init(p);"), ("pthread_attr_t", "pthread_attr_init", "@(p);", ""), ("pthread_mutexattr_t", "pthread_mutexattr_init", "@(p);", ""),
        ("pthread_condattr_t", "pthread_condattr_init", "@(p);", ""), ("pthread_rwlockattr_t", "pthread_rwlockattr_init", "@(p);", ""),
        ("pthread_barrierattr_t", "pthread_barrierattr_init", "@(p);", "")]
for ctype, function, code, setup in ENDS:
    is_attribute = "attr" in ctype
    call(function, code, [array("p", ctype, 2), array("x", "int", 2)], setup=setup, touches=[] if "condattr" in ctype or "barrierattr" in ctype else ["*(char*)p"],
         clean=["x[0:2]"], guards=False, memory=False, native=False)
for ctype, prefix, members in ATTRIBUTES:
    for member, value, setting in members:
        call(f"{prefix}_set{member}", f"@(a, {setting});", [ONE("a", ctype), array("x", "int", 2)], setup=f"{prefix}_init(a);", clean=["x[0:2]"], memory=False, native=False)
LATER = "t->tv_sec = 1; t->tv_nsec = 0;"
call("sem_clockwait", "@(s, CLOCK_REALTIME, t);", [ONE("s", "sem_t"), array("t", "struct timespec", 2)], setup="sem_init(s, 0, 0);" + LATER, reads=TIMED,
     clean=["t[1].tv_sec"], memory=False)
call("pthread_mutex_clocklock", "@(m, CLOCK_REALTIME, t);", [ONE("m", "pthread_mutex_t"), array("t", "struct timespec", 2)],
     setup="pthread_mutex_init(m, 0); pthread_mutex_lock(m);" + LATER, reads=TIMED, clean=["t[1].tv_sec"], memory=False)
for kind, other in (("rdlock", "wrlock"), ("wrlock", "rdlock")):
    call(f"pthread_rwlock_clock{kind}", "@(m, CLOCK_REALTIME, t);", [ONE("m", "pthread_rwlock_t"), array("t", "struct timespec", 2)],
         setup=f"pthread_rwlock_init(m, 0); pthread_rwlock_{other}(m);" + LATER, reads=TIMED, clean=["t[1].tv_sec"], memory=False)
call("pthread_cond_clockwait", "pthread_mutex_lock(m); @(c, m, CLOCK_REALTIME, t); pthread_mutex_unlock(m);",
     [ONE("m", "pthread_mutex_t"), ONE("c", "pthread_cond_t"), array("t", "struct timespec", 2)],
     setup="pthread_mutex_init(m, 0); pthread_cond_init(c, 0);" + LATER, reads=TIMED, clean=["t[1].tv_sec"], memory=False)
call("cnd_timedwait", "mtx_lock(m); @(c, m, t); mtx_unlock(m);", [ONE("m", "mtx_t"), ONE("c", "cnd_t"), array("t", "struct timespec", 2)],
     setup="mtx_init(m, mtx_plain); cnd_init(c);" + LATER, reads=TIMED, clean=["t[1].tv_sec"], memory=False)
call("mtx_timedlock", "@(m, t);", [ONE("m", "mtx_t"), array("t", "struct timespec", 2)], setup="mtx_init(m, mtx_timed); mtx_lock(m);" + LATER, reads=TIMED,
     clean=["t[1].tv_sec"], memory=False)
call("thrd_sleep", "@(t, t + 1);", [array("t", "struct timespec", 2, "{{0, 1}, {0, 0}}")], reads=TIMED, clean=["t[1].tv_sec"], memory=False)
call("thrd_join", "thrd_t own; thrd_create(&own, simple, 0); @(own, r);", [array("r", "int", 2)], prelude="static int simple(void* argument) { return argument != 0; }",
     writes=["r[0:1]"], clean=["r[1:2]"])
call("thrd_create", "@(t, simple, 0); thrd_t own; memcpy(&own, t, sizeof own); thrd_join(own, 0);", [array("t", "thrd_t", 2)], writes=["t[0:1]"], clean=["t[1:2]"],
     memory=False)
call("tss_create", "@(k, 0);", [array("k", "tss_t", 2)], writes=["k[0:1]"], clean=["k[1:2]"])
call("pthread_attr_getschedparam", "@(a, q);", [ONE("a", "pthread_attr_t"), array("q", "struct sched_param", 2)], setup="pthread_attr_init(a);",
     writes=["q->sched_priority"], clean=["q[1].sched_priority"], memory=False)
call("pthread_attr_setschedparam", "@(a, q);", [ONE("a", "pthread_attr_t"), array("q", "struct sched_param", 2)], setup="pthread_attr_init(a);",
     reads=["q->sched_priority"], clean=["q[1].sched_priority"], memory=False)
