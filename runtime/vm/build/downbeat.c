/*
** The budget's slow paths and a few services for the Rust side that need
** to see inside a lua_State.
*/
#define downbeat_c
#define LUA_CORE

#include "lprefix.h"

#include <string.h>

#include "lua.h"

#include "ldebug.h"
#include "ldo.h"
#include "lgc.h"
#include "lobject.h"
#include "lstate.h"
#include "lstring.h"

/* layout.rs reads arguments and writes results where these say */
#define LAYOUT(name,holds)  typedef char layout_##name[(holds) ? 1 : -1]
LAYOUT(top, offsetof(lua_State, top) == 16);
LAYOUT(call, offsetof(lua_State, ci) == 32);
LAYOUT(function, offsetof(CallInfo, func) == 0);
LAYOUT(slot, sizeof(StackValue) == 16 && offsetof(TValue, value_) == 0);
LAYOUT(tag, offsetof(TValue, tt_) == 8 && sizeof(lu_byte) == 1);
LAYOUT(tags, LUA_VNIL == 0x00 && LUA_VFALSE == 0x01 && LUA_VTRUE == 0x11
          && LUA_VNUMINT == 0x03 && LUA_VNUMFLT == 0x13);
LAYOUT(object_tags, ctb(LUA_VUSERDATA) == 0x47 && ctb(LUA_VTABLE) == 0x45);
LAYOUT(block, offsetof(Udata0, len) == 16 && offsetof(Udata0, metatable) == 24
           && offsetof(Udata0, bindata) == 32);

/* serial numbers lie in one place (`patches/serials.rs`) */
LAYOUT(serials, offsetof(Table, serial) == offsetof(Udata, serial)
             && offsetof(Udata0, serial) == offsetof(Udata, serial)
             && offsetof(CClosure, serial) == offsetof(Udata, serial)
             && offsetof(LClosure, serial) == offsetof(Udata, serial)
             && offsetof(lua_State, serial) == offsetof(Udata, serial));

/*
** The collector goes by bytes, and finalizers and weak tables show when it
** runs. So a byte means the same everywhere: one of this layout, which all
** 64-bit platforms have. A build with smaller pointers has to allocate
** objects and vectors of these sizes all the same.
*/
LAYOUT(sizes, sizeof(Table) == 64 && sizeof(Node) == 24 && sizeof(TValue) == 16
           && sizeof(UpVal) == 40 && sizeof(Proto) == 128
           && sizelstring(0) == 25 && sizeudata(0, 0) == 32
           && sizeCclosure(0) == 32 && sizeLclosure(0) == 32
           && sizeof(CallInfo) == 64 && sizeof(LX) == 208
           && sizeof(LG) == 784
           && sizeof(AbsLineInfo) == 8 && sizeof(Upvaldesc) == 16
           && sizeof(LocVar) == 16 && sizeof(Vardesc) == 24
           && sizeof(Labeldesc) == 24 && sizeof(void *) == 8);

/* units between two looks at the budget */
#define SLICE  1000

/* what downbeat_report is called for; report.rs has the same numbers */
#define REPORT_BUDGET  1
#define REPORT_MEMORY  2

/*
** Rust: notes place and stack of an error, without allocating in the arena,
** and returns the place ("name.lua:12").
*/
extern const char *downbeat_report (lua_State *L, int what);


/* Makes 'L' look at the budget at the next call or jump backward. */
void downbeat_hurry (lua_State *L) {
  if (L != NULL)
    L->hookcount = 0;
}


void downbeat_bill_link (const void *inside) {
  downbeat_bill(inside, 1);
}


/*
** Raises the error of a spent budget. From now on every call and jump backward
** raises it again, so that neither pcall nor a coroutine nor a finalizer goes on.
*/
void downbeat_spent (lua_State *L) {
  downbeat_Header *h = downbeat_header(L);
  if (h->budget >= 0)
    h->budget = -1;
  L->basehookcount = L->hookcount = 0;
  luaO_pushfstring(L, "%s: the cart ran too long in one frame"
                      " (an endless loop?)", downbeat_report(L, REPORT_BUDGET));
  luaG_errormsg(L);
}


/* Raises the error of a full arena. */
void downbeat_nomemory (lua_State *L) {
  downbeat_report(L, REPORT_MEMORY);
  luaD_throw(L, LUA_ERRMEM);
}


/*
** Takes what was used of the slice off the budget, and gives 'L' the next one.
** (The fields of Lua's count hook hold the slice; there are no hooks here.)
*/
void downbeat_slice (lua_State *L) {
  downbeat_Header *h = downbeat_header(L);
  if (h->budget >= 0)
    h->budget -= L->basehookcount - L->hookcount;
  L->basehookcount = L->hookcount = (h->budget >= SLICE) ? SLICE
                                  : (h->budget > 0) ? (int)h->budget : 0;
}


/* The first slice of an outermost call. */
void downbeat_begin (lua_State *L) {
  L->basehookcount = L->hookcount = 0;
  downbeat_slice(L);
}


/*
** Called by the interpreter at the end of a slice, with its 'pc' saved. Does
** what a count hook would, without tracing every instruction.
*/
void downbeat_tick (lua_State *L) {
  downbeat_slice(L);
  if (downbeat_header(L)->budget < 0) {
    CallInfo *ci = L->ci;
    if (ci->u.l.savedpc == ci_func(ci)->p->code)  /* entering the function? */
      ci->u.l.savedpc++;  /* errors name the instruction before it */
    downbeat_spent(L);
  }
}


/* A coroutine goes on with the slice of whoever resumes it... */
void downbeat_enter (lua_State *L, lua_State *from) {
  if (from != NULL) {
    L->basehookcount = from->basehookcount;
    L->hookcount = from->hookcount;
  }
  downbeat_header(L)->running = L;
}


/* ...who gets back what is left of it. */
void downbeat_leave (lua_State *L, lua_State *from) {
  if (from != NULL) {
    from->basehookcount = L->basehookcount;
    from->hookcount = L->hookcount;
    downbeat_header(L)->running = from;
  }
}


/* Stops the collector, so that no finalizer runs; returns what to give back. */
int downbeat_gc_hold (lua_State *L) {
  global_State *g = G(L);
  int old = g->gcstp;
  g->gcstp |= GCSTPGC;
  return old;
}


void downbeat_gc_release (lua_State *L, int old) {
  G(L)->gcstp = cast_byte(old);
}


/*
** Clears the unused part of the stack, where pointers to C buffers that no
** longer exist may remain.
*/
void downbeat_scrub (lua_State *L) {
  char *from = (char *)L->top.p;
  memset(from, 0, (char *)(L->stack_last.p + EXTRA_STACK) - from);
}


/*
** A pointer made of the serial number: no address is shown to carts. Strings
** are told apart by their contents, C functions not at all.
*/
const void *downbeat_identity (lua_State *L, int index) {
  const TValue *o = index2value(L, index);
  switch (ttypetag(o)) {
    case LUA_VSHRSTR: return (const void *)(uintptr_t)tsvalue(o)->hash;
    case LUA_VLNGSTR:
      return (const void *)(uintptr_t)luaS_hashlongstr(tsvalue(o));
    case LUA_VTABLE: case LUA_VUSERDATA: case LUA_VTHREAD:
    case LUA_VLCL: case LUA_VCCL:
      return (const void *)(uintptr_t)downbeat_serial(gcvalue(o));
    default: return NULL;
  }
}


/* Pushes a block of zeros, a userdata with nothing for the collector to visit. */
void downbeat_push_block (lua_State *L, struct Table *metatable, size_t size) {
  Udata *u = luaS_newudata(L, size, 0);
  u->metatable = metatable;  /* white objects need no barrier */
  memset(getudatamem(u), 0, size);
  setuvalue(L, s2v(L->top.p), u);
  L->top.p++;
  downbeat_bill(L, size >> 6);
  luaC_checkGC(L);
}
