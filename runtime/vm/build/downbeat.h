/*
** What every file of Lua sees besides its own headers: the budget, and the
** choices that make Lua give the same results on every machine.
** The build script includes it at the end of luaconf.h.
*/
#ifndef downbeat_h
#define downbeat_h

#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct lua_State;

/* Kinds of blocks there may be; blocks.rs has the same number. */
#define DOWNBEAT_KINDS  8

/* A kind of block: what its userdata have as their metatable. */
typedef struct downbeat_Kind {
  char name[16];  /* its length in the last byte */
  struct Table *metatable;
} downbeat_Kind;

/* The first fields of the arena's header; arena.rs has the whole of it. */
typedef struct downbeat_Header {
  int64_t budget;  /* units left in this outermost call */
  struct lua_State *running;  /* the thread whose code runs now */
  int32_t flags;
  uint32_t kind_count;
  downbeat_Kind kinds[DOWNBEAT_KINDS];
  void *order;  /* what a service function of ours works on */
  struct Table *mark_metatable;
  struct Table *slots;  /* marks by number */
  struct Table *tracked;  /* NULL if none is */
  void *random;  /* the four words of math.random */
  uint32_t mark_size;  /* entries of the last mark, which the next may have */
  uint32_t serial;  /* the last serial number given */
} downbeat_Header;

/* flags: refuse <const> and <close>, as Lua 5.3 does */
#define DOWNBEAT_NO_ATTRIBUTES  1

/* The arena is aligned to 4 GiB, so anything inside finds the header. */
#define downbeat_header(p)  \
  ((downbeat_Header *)((uintptr_t)(p) & ~(uintptr_t)0xffffffffu))

/* downbeat.c */
extern void downbeat_hurry (struct lua_State *L);
#if defined(__GNUC__)
extern void downbeat_spent (struct lua_State *L) __attribute__((noreturn));
extern void downbeat_nomemory (struct lua_State *L) __attribute__((noreturn));
#else
extern void downbeat_spent (struct lua_State *L);
extern void downbeat_nomemory (struct lua_State *L);
#endif
extern void downbeat_enter (struct lua_State *L, struct lua_State *from);
extern void downbeat_leave (struct lua_State *L, struct lua_State *from);

/* Rust: whether living objects leave no room for 'size' bytes and a reserve. */
extern int downbeat_full (struct lua_State *L, size_t size);

/*
** Takes units of work off the budget. 'inside' is any address in the arena.
** Never raises: when the budget is spent, the next call or loop does.
*/
static inline void downbeat_bill (const void *inside, uint64_t units) {
  downbeat_Header *h = downbeat_header(inside);
  if (h->budget >= 0)
    h->budget -= (int64_t)(units < ((uint64_t)1 << 40) ? units
                                                       : ((uint64_t)1 << 40));
  if (h->budget < 0)
    downbeat_hurry(h->running);
}

/* One unit, without making the caller too long for the compiler to inline. */
extern void downbeat_bill_link (const void *inside);

/* The same for loops inside C functions: raises at once. */
static inline void downbeat_charge (struct lua_State *L, uint64_t units) {
  downbeat_Header *h = downbeat_header(L);
  if (h->budget >= 0)
    h->budget -= (int64_t)(units < ((uint64_t)1 << 40) ? units
                                                       : ((uint64_t)1 << 40));
  if (h->budget < 0)
    downbeat_spent(L);
}

/* Maths from Rust: the same bits on every platform. */
extern double downbeat_sin (double x);
extern double downbeat_cos (double x);
extern double downbeat_tan (double x);
extern double downbeat_asin (double x);
extern double downbeat_acos (double x);
extern double downbeat_atan2 (double y, double x);
extern double downbeat_sinh (double x);
extern double downbeat_cosh (double x);
extern double downbeat_tanh (double x);
extern double downbeat_exp (double x);
extern double downbeat_log (double x);
extern double downbeat_log2 (double x);
extern double downbeat_log10 (double x);
extern double downbeat_pow (double x, double y);

#if defined(lmathlib_c)
#define sin downbeat_sin
#define cos downbeat_cos
#define tan downbeat_tan
#define asin downbeat_asin
#define acos downbeat_acos
#define atan2 downbeat_atan2
#define sinh downbeat_sinh
#define cosh downbeat_cosh
#define tanh downbeat_tanh
#define exp downbeat_exp
#define log downbeat_log
#define log2 downbeat_log2
#define log10 downbeat_log10
#define pow downbeat_pow
#endif

#define luai_numpow(L,a,b)  \
  (((b) == 2) ? (a)*(a) : (downbeat_bill(L, 8), downbeat_pow(a,b)))

/*
** Some C libraries divide bit by bit when the operands are far apart, which
** takes thousands of steps for one instruction.
*/
#define luai_nummod(L,a,b,m)  \
  { if (!(fabs(a) <= fabs(b) * 9007199254740992.0)) downbeat_bill(L, 60); \
    (m) = fmod(a,b); \
    if (((m) > 0) ? (b) < 0 : ((m) < 0 && (b) > 0)) (m) += (b); }

/* The sign of a NaN depends on the processor; C libraries print it. */
static inline double downbeat_plain_nan (double n) {
  return (n == n) ? n : fabs(n);
}
#undef lua_number2str
#define lua_number2str(s,sz,n)  \
  snprintf((s), sz, LUA_NUMBER_FMT, downbeat_plain_nan(n))

/* No locales: numbers have a point, strings compare by bytes. */
#undef lua_getlocaledecpoint
#define lua_getlocaledecpoint()  '.'
#if defined(lvm_c)
#define strcoll strcmp
#endif

/* Character classes of ASCII, whatever the locale of the process. */
#if defined(lstrlib_c) || defined(lbaselib_c)
static inline int downbeat_within (int c, int low, int high) {
  return (unsigned)(c - low) <= (unsigned)(high - low);
}
#undef isdigit
#undef islower
#undef isupper
#undef isalpha
#undef isalnum
#undef isxdigit
#undef iscntrl
#undef isgraph
#undef ispunct
#undef isspace
#undef tolower
#undef toupper
#define isdigit(c)  downbeat_within(c, '0', '9')
#define islower(c)  downbeat_within(c, 'a', 'z')
#define isupper(c)  downbeat_within(c, 'A', 'Z')
#define isalpha(c)  downbeat_within((c) | 32, 'a', 'z')
#define isalnum(c)  (isdigit(c) || isalpha(c))
#define isxdigit(c)  (isdigit(c) || downbeat_within((c) | 32, 'a', 'f'))
#define iscntrl(c)  (downbeat_within(c, 0, 31) || (c) == 127)
#define isgraph(c)  downbeat_within(c, 33, 126)
#define ispunct(c)  (isgraph(c) && !isalnum(c))
#define isspace(c)  ((c) == ' ' || downbeat_within(c, 9, 13))
#define tolower(c)  (isupper(c) ? (c) + 32 : (c))
#define toupper(c)  (islower(c) ? (c) - 32 : (c))
#endif

/* String arithmetic is in the core again (see the patch of ltm.c). */
#if defined(lstrlib_c)
#define LUA_NOCVTS2N
#endif

/*
** Slots of a stack. With 200,000 an endless recursion overflows long before
** it fills the memory; the deepest carts need a hundredth of it.
*/
#undef LUAI_MAXSTACK
#define LUAI_MAXSTACK  200000

/* Nothing reads the clock or an address. */
#define luai_makeseed(L)  ((void)(L), 0x5eedu)
#define l_randomizePivot()  (~0u)
/* The cache of C strings is keyed by address; one entry is none. */
#define STRCACHE_N  1
#define STRCACHE_M  1

/*
** The serial number for a new object: what it is hashed and printed by. After
** four thousand million objects the numbers begin anew, on every machine alike.
*/
static inline uint32_t downbeat_new_serial (const void *inside) {
  return ++downbeat_header(inside)->serial;
}

/* The number of an object that may be a key; any kind has it in this place. */
#define downbeat_serial(o)  \
  (*(const uint32_t *)((const char *)(o) + offsetof(Udata, serial)))

/* What tells the value from others when printed; NULL if nothing does. */
extern const void *downbeat_identity (struct lua_State *L, int index);

#undef lua_pointer2str
#define lua_pointer2str(buff,sz,p)  \
  snprintf(buff, sz, "0x%08x", (unsigned)((uintptr_t)(p) & 0xffffffffu))

/*
** Sizes that follow from a pointer's, where carts would notice: a C buffer
** beyond this one takes memory of the arena.
*/
#undef LUAL_BUFFERSIZE
#define LUAL_BUFFERSIZE  1024

#endif
