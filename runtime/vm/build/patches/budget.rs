//! Patches that count work, in the interpreter and in C loops no instruction is
//! part of, so that nothing runs on once the budget is spent.

use super::Patch;

pub(super) const PATCHES: &[Patch] = &[
    // Work is counted where control goes backward or into a function: counting every
    // instruction, or a count hook, would slow all code down. This is the count.
    Patch {
        name: "spend",
        file: "lvm.c",
        find: "/* fetch an instruction and prepare its execution */
",
        replace: r"/* take 'n' units off the slice; at its end, look at the budget */
#define downbeat_spend(n)  \
  { if (l_unlikely((L->hookcount -= (int)(n)) <= 0)) { \
      savestate(L, ci); downbeat_tick(L); } }


/* fetch an instruction and prepare its execution */
",
    },
    // A function's own instructions are paid for when it is entered, as if it ran half
    // of them: nothing that ends it early, or never, goes uncounted.
    Patch {
        name: "spend-function",
        file: "lvm.c",
        find: " startfunc:
  trap = L->hookmask;",
        replace: " startfunc:
  if (l_unlikely((L->hookcount -= (ci_func(ci)->p->sizecode >> 1) + 4) <= 0))
    downbeat_tick(L);
  trap = L->hookmask;",
    },
    // A loop's are paid for again each time around, half of its length.
    Patch {
        name: "spend-for",
        file: "lvm.c",
        find: "        updatetrap(ci);  /* allows a signal to break the loop */",
        replace: "        downbeat_spend((GETARG_Bx(i) >> 1) + 1);
        updatetrap(ci);  /* allows a signal to break the loop */",
    },
    // The same for loops over iterators...
    Patch {
        name: "spend-for-in",
        file: "lvm.c",
        find: "          setobjs2s(L, ra + 2, ra + 4);  /* save control variable */",
        replace: "          setobjs2s(L, ra + 2, ra + 4);  /* save control variable */
          downbeat_spend((GETARG_Bx(i) >> 1) + 1);",
    },
    // ...and for all other jumps backward.
    Patch {
        name: "spend-jump",
        file: "lvm.c",
        find: "#define dojump(ci,i,e)	{ pc += GETARG_sJ(i) + e; updatetrap(ci); }",
        replace: r"#define dojump(ci,i,e)  \
  { int distance = GETARG_sJ(i) + e; \
    if (distance < 0) downbeat_spend((-distance >> 1) + 1); \
    pc += distance; updatetrap(ci); }",
    },
    // The function behind all these.
    Patch {
        name: "tick-declaration",
        file: "lvm.h",
        find: "LUAI_FUNC void luaV_finishOp (lua_State *L);",
        replace: "LUAI_FUNC void luaV_finishOp (lua_State *L);
extern void downbeat_tick (lua_State *L);",
    },
    // Coroutines share their caller's slice: many short ones would run for free.
    Patch {
        name: "resume-enter",
        file: "ldo.c",
        find: "  status = luaD_rawrunprotected(L, resume, &nargs);",
        replace: "  downbeat_enter(L, from);
  status = luaD_rawrunprotected(L, resume, &nargs);",
    },
    // And give back what is left.
    Patch {
        name: "resume-leave",
        file: "ldo.c",
        find: "  *nresults = (status == LUA_YIELD) ? L->ci->u2.nyield",
        replace: "  downbeat_leave(L, from);
  *nresults = (status == LUA_YIELD) ? L->ci->u2.nyield",
    },
    // Closing a coroutine runs its __close metamethods.
    Patch {
        name: "close-enter-leave",
        file: "lstate.c",
        find: "  status = luaE_resetthread(L, L->status);",
        replace: "  downbeat_enter(L, from);
  status = luaE_resetthread(L, L->status);
  downbeat_leave(L, from);",
    },
    // Notes where memory ran out; the error itself carries no position.
    Patch {
        name: "memory-error",
        file: "lmem.h",
        find: "#define luaM_error(L)	luaD_throw(L, LUA_ERRMEM)",
        replace: "#define luaM_error(L)	downbeat_nomemory(L)",
    },
    // One instruction copies any number of arguments.
    Patch {
        name: "charge-varargs",
        file: "ltm.c",
        find: "  for (i = 0; i < wanted && i < nextra; i++)",
        replace: "  downbeat_bill(L, (unsigned int)wanted >> 2);
  for (i = 0; i < wanted && i < nextra; i++)",
    },
    // One instruction copies strings of any length.
    Patch {
        name: "charge-concat",
        file: "lvm.c",
        find: "      else {  /* long string; copy strings directly to final result */",
        replace: "      else {  /* long string; copy strings directly to final result */
        downbeat_bill(L, tl >> 4);",
    },
    // Comparing strings reads both.
    Patch {
        name: "charge-compare",
        file: "lvm.c",
        find: "  size_t rl2 = tsslen(ts2);",
        replace: "  size_t rl2 = tsslen(ts2);
  downbeat_bill(ts1, (rl1 < rl2 ? rl1 : rl2) >> 3);",
    },
    // So does testing long ones for equality, also as table keys.
    Patch {
        name: "charge-equality",
        file: "lstring.c",
        find: "  lua_assert(a->tt == LUA_VLNGSTR && b->tt == LUA_VLNGSTR);",
        replace: "  lua_assert(a->tt == LUA_VLNGSTR && b->tt == LUA_VLNGSTR);
  if (a != b && len == b->u.lnglen)
    downbeat_bill(a, len >> 4);",
    },
    // A long string's first use as a key hashes all of it.
    Patch {
        name: "charge-long-hash",
        file: "lstring.c",
        find: "    size_t len = ts->u.lnglen;
    ts->hash",
        replace: "    size_t len = ts->u.lnglen;
    downbeat_bill(ts, len >> 3);
    ts->hash",
    },
    // Reading a number from a string reads all of it.
    Patch {
        name: "charge-number-reading",
        file: "lvm.c",
        find: "    TString *st = tsvalue(obj);
",
        replace: "    TString *st = tsvalue(obj);
    downbeat_bill(st, tsslen(st) >> 3);
",
    },
    // Every string made by a C function goes through here.
    Patch {
        name: "charge-push",
        file: "lapi.c",
        find: r#"  ts = (len == 0) ? luaS_new(L, "") : luaS_newlstr(L, s, len);"#,
        replace: r#"  downbeat_bill(L, len >> 4);
  ts = (len == 0) ? luaS_new(L, "") : luaS_newlstr(L, s, len);"#,
    },
    // Growing a table visits all of it, and a full one may do so at every insertion.
    Patch {
        name: "charge-rehash",
        file: "ltable.c",
        find: "  setlimittosize(t);
  na = numusearray(t, nums);  /* count keys in array part */",
        replace: "  setlimittosize(t);
  downbeat_bill(L, 4 * (t->alimit + (uint64_t)sizenode(t)));
  na = numusearray(t, nums);  /* count keys in array part */",
    },
    // `next` walks over any number of empty slots...
    Patch {
        name: "charge-next-array",
        file: "ltable.c",
        find: "  for (; i < asize; i++) {  /* try first array part */",
        replace: "  for (; i < asize; i++, (i & 15) ? (void)0 : downbeat_bill(L, 32)) {  /* try first array part */",
    },
    // ...in both parts.
    Patch {
        name: "charge-next-hash",
        file: "ltable.c",
        find: "cast_int(i) < sizenode(t); i++) {  /* hash part */",
        replace: "cast_int(i) < sizenode(t); i++, (i & 15) ? (void)0 : downbeat_bill(L, 32)) {  /* hash part */",
    },
    // Finding a stack level walks the list of calls.
    Patch {
        name: "charge-levels",
        file: "ldebug.c",
        find: "  if (level < 0) return 0;  /* invalid (negative) level */",
        replace: "  if (level < 0) return 0;  /* invalid (negative) level */
  downbeat_bill(L, (level < 200000 ? level : 200000));",
    },
    // Naming a variable in an error message runs through the function's code.
    Patch {
        name: "charge-variable-names",
        file: "ldebug.c",
        find: "    lastpc--;  /* previous instruction was not actually executed */",
        replace: "    lastpc--;  /* previous instruction was not actually executed */
  downbeat_bill(p, (unsigned int)lastpc >> 3);",
    },
    // Marking is the work of the collector, asked for or not.
    Patch {
        name: "charge-mark",
        file: "lgc.c",
        find: "static lu_mem propagatemark (global_State *g) {",
        replace: "static lu_mem mark_one (global_State *g) {",
    },
    // Bills what one step of it visited.
    Patch {
        name: "charge-mark-wrapper",
        file: "lgc.c",
        find: "static lu_mem propagateall (global_State *g) {",
        replace: "static lu_mem propagatemark (global_State *g) {
  lu_mem work = mark_one(g);
  downbeat_bill(g, 2 * work);
  return work;
}


static lu_mem propagateall (global_State *g) {",
    },
    // Sweeping visits every object.
    Patch {
        name: "charge-sweep",
        file: "lgc.c",
        find: "  if (countout)
",
        replace: "  downbeat_bill(L, i);
  if (countout)
",
    },
    // In generational mode too.
    Patch {
        name: "charge-sweep-generational",
        file: "lgc.c",
        find: "  while ((curr = *p) != limit) {
    if (iswhite(curr)) {  /* is 'curr' dead? */",
        replace: "  while ((curr = *p) != limit) {
    downbeat_bill(L, 1);
    if (iswhite(curr)) {  /* is 'curr' dead? */",
    },
    // Weak tables are walked at every collection.
    Patch {
        name: "charge-weak-keys",
        file: "lgc.c",
        find: "    Node *limit = gnodelast(h);
    Node *n;
    for (n = gnode(h, 0); n < limit; n++) {
      if (iscleared(g, gckeyN(n)))",
        replace: "    Node *limit = gnodelast(h);
    Node *n;
    downbeat_bill(g, sizenode(h));
    for (n = gnode(h, 0); n < limit; n++) {
      if (iscleared(g, gckeyN(n)))",
    },
    // Those with weak values as well.
    Patch {
        name: "charge-weak-values",
        file: "lgc.c",
        find: "    Node *n, *limit = gnodelast(h);
    unsigned int i;
    unsigned int asize = luaH_realasize(h);
    for (i = 0; i < asize; i++) {
      TValue *o = &h->array[i];
      if (iscleared",
        replace: "    Node *n, *limit = gnodelast(h);
    unsigned int i;
    unsigned int asize = luaH_realasize(h);
    downbeat_bill(g, asize + (uint64_t)sizenode(h));
    for (i = 0; i < asize; i++) {
      TValue *o = &h->array[i];
      if (iscleared",
    },
    // A chain of ephemeron tables is visited again for every link.
    Patch {
        name: "charge-ephemerons",
        file: "lgc.c",
        find: "      nw2black(h);  /* out of the list (for now) */",
        replace: "      nw2black(h);  /* out of the list (for now) */
      downbeat_bill(g, sizenode(h));",
    },
    // The size of the stack has a limit of our own (`downbeat.h`); this index,
    // which Rust knows, must not move with it.
    Patch {
        name: "registry-index",
        file: "lua.h",
        find: "#define LUA_REGISTRYINDEX	(-LUAI_MAXSTACK - 1000)",
        replace: "#define LUA_REGISTRYINDEX	(-1000000 - 1000)",
    },
    // Calling a C function has a price besides what it does.
    Patch {
        name: "spend-c-function",
        file: "ldo.c",
        find: "  if (l_unlikely(L->hookmask & LUA_MASKCALL)) {
    int narg",
        replace: "  L->hookcount -= 5;
  if (l_unlikely(L->hookmask & LUA_MASKCALL)) {
    int narg",
    },
    // So has an error: its text, the jump, the closing of variables.
    Patch {
        name: "charge-error",
        file: "ldo.c",
        find: "l_noret luaD_throw (lua_State *L, int errcode) {",
        replace: "l_noret luaD_throw (lua_State *L, int errcode) {
  downbeat_bill(L, 300);",
    },
    // A heap that is full of living objects is out of memory at once, instead of
    // after thousands of collections that free a few bytes each.
    Patch {
        name: "full-heap",
        file: "lmem.c",
        find: "    luaC_fullgc(L, 1);  /* try to free some memory... */",
        replace: "    luaC_fullgc(L, 1);  /* try to free some memory... */
    if (downbeat_full(L, nsize))
      return NULL;",
    },
];
