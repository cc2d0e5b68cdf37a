//! The changes to Lua's sources, each with its reason.
//!
//! A patch replaces one text that occurs exactly once in its file; the build
//! stops when it does not, so a new version of `lua-src` cannot slip through.

/// One change to one file.
pub(crate) struct Patch {
    pub(crate) name: &'static str,
    pub(crate) file: &'static str,
    pub(crate) find: &'static str,
    pub(crate) replace: &'static str,
}

pub(crate) const PATCHES: &[Patch] = &[
    // Determinism.
    // Every file sees `downbeat.h` after Lua's own configuration.
    Patch {
        name: "local-configuration",
        file: "luaconf.h",
        find: "** without modifying the main part of the file.
*/",
        replace: r#"** without modifying the main part of the file.
*/
#include "downbeat.h""#,
    },
    // Windows would get C89's number reading and writing, which differ.
    Patch {
        name: "c99-on-windows",
        file: "luaconf.h",
        find: "#define LUA_USE_C89	/* broadly, Windows is C89 */",
        replace: "/* not C89 */",
    },
    // A C function's hash must not depend on where the program was loaded.
    Patch {
        name: "hash-of-c-functions",
        file: "ltable.c",
        find: "      return hashpointer(t, f);",
        replace: "      return hashpointer(t, (uintptr_t)f - (uintptr_t)&lua_newstate);",
    },
    // The same for the number that tostring(print) shows.
    Patch {
        name: "address-of-c-functions",
        file: "lapi.c",
        find: "case LUA_VLCF: return cast_voidp(cast_sizet(fvalue(o)));",
        replace: "case LUA_VLCF: return cast_voidp(cast_sizet(fvalue(o)) - cast_sizet(&lua_newstate));",
    },
    // `%p` prints offsets in the arena, like tostring.
    Patch {
        name: "format-p",
        file: "lstrlib.c",
        find: r#"          if (p == NULL) {  /* avoid calling 'printf' with argument NULL */
            p = "(null)";  /* result */
            form[strlen(form) - 1] = 's';  /* format it as a string */
          }
          nb = l_sprintf(buff, maxitem, form, p);"#,
        replace: r#"          char digits[24];
          if (p == NULL) strcpy(digits, "(null)");
          else lua_pointer2str(digits, sizeof(digits), p);
          form[strlen(form) - 1] = 's';  /* format it as a string */
          nb = l_sprintf(buff, maxitem, form, digits);"#,
    },
    // A NaN's sign depends on the processor and must not be printed.
    Patch {
        name: "format-of-nan",
        file: "lstrlib.c",
        find: "        case 'e': case 'E': case 'g': case 'G': {
          lua_Number n = luaL_checknumber(L, arg);",
        replace: "        case 'e': case 'E': case 'g': case 'G': {
          lua_Number n = downbeat_plain_nan(luaL_checknumber(L, arg));",
    },
    // The generator starts at a constant until the console seeds it.
    Patch {
        name: "random-start",
        file: "lmathlib.c",
        find: r#"  randseed(L, state);  /* initialize with a "random" seed */"#,
        replace: "  setseed(L, state->s, 0, 0);",
    },
    // randomseed() without arguments goes on from the generator itself, not from the clock.
    Patch {
        name: "randomseed-from-state",
        file: "lmathlib.c",
        find: "  lua_Unsigned seed1 = (lua_Unsigned)time(NULL);
  lua_Unsigned seed2 = (lua_Unsigned)(size_t)L;
",
        replace: "  lua_Unsigned seed1 = I2UInt(nextrand(state->s));
  lua_Unsigned seed2 = I2UInt(nextrand(state->s));
",
    },
    // The budget: the interpreter.
    // Looks at the budget after every slice of instructions; a count hook would trace each one.
    Patch {
        name: "tick",
        file: "lvm.c",
        find: r"#define vmfetch()	{ \
",
        replace: r"#define vmfetch()	{ \
  if (l_unlikely(--L->hookcount <= 0)) \
    downbeat_tick(L, pc); \
",
    },
    // The function behind it.
    Patch {
        name: "tick-declaration",
        file: "lvm.h",
        find: "LUAI_FUNC void luaV_finishOp (lua_State *L);",
        replace: "LUAI_FUNC void luaV_finishOp (lua_State *L);
extern void downbeat_tick (lua_State *L, const Instruction *pc);",
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
  downbeat_bill(L, t->alimit + (uint64_t)sizenode(t));
  na = numusearray(t, nums);  /* count keys in array part */",
    },
    // `next` walks over any number of empty slots...
    Patch {
        name: "charge-next-array",
        file: "ltable.c",
        find: "  for (; i < asize; i++) {  /* try first array part */",
        replace: "  for (; i < asize; i++, (i & 15) ? (void)0 : downbeat_bill(L, 8)) {  /* try first array part */",
    },
    // ...in both parts.
    Patch {
        name: "charge-next-hash",
        file: "ltable.c",
        find: "cast_int(i) < sizenode(t); i++) {  /* hash part */",
        replace: "cast_int(i) < sizenode(t); i++, (i & 15) ? (void)0 : downbeat_bill(L, 8)) {  /* hash part */",
    },
    // Finding a stack level walks the list of calls.
    Patch {
        name: "charge-levels",
        file: "ldebug.c",
        find: "  if (level < 0) return 0;  /* invalid (negative) level */",
        replace: "  if (level < 0) return 0;  /* invalid (negative) level */
  downbeat_bill(L, (level < 200000 ? level : 200000) >> 2);",
    },
    // Naming a variable in an error message runs through the function's code.
    Patch {
        name: "charge-variable-names",
        file: "ldebug.c",
        find: "    lastpc--;  /* previous instruction was not actually executed */",
        replace: "    lastpc--;  /* previous instruction was not actually executed */
  downbeat_bill(p, (unsigned int)lastpc >> 3);",
    },
    // The budget: garbage collection.
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
  downbeat_bill(g, work);
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
    // The budget: strings and patterns.
    // Patterns can take exponential time in C, where no instruction is counted.
    Patch {
        name: "charge-match",
        file: "lstrlib.c",
        find: "  init: /* using goto to optimize tail recursion */
",
        replace: "  init: /* using goto to optimize tail recursion */
  downbeat_charge(ms->L, 2);
",
    },
    // Repetition of one item.
    Patch {
        name: "charge-expand",
        file: "lstrlib.c",
        find: "  while (singlematch(ms, s + i, p, ep))
    i++;",
        replace: "  while (singlematch(ms, s + i, p, ep)) {
    i++;
    downbeat_charge(ms->L, 1 + ((size_t)(ep - p) >> 3));
  }",
    },
    // `%b` scans to its end.
    Patch {
        name: "charge-balance",
        file: "lstrlib.c",
        find: "    while (++s < ms->src_end) {
",
        replace: "    while (++s < ms->src_end) {
      downbeat_charge(ms->L, 1);
",
    },
    // A set in brackets may be as long as the pattern.
    Patch {
        name: "charge-class",
        file: "lstrlib.c",
        find: "      do {  /* look for a ']' */
",
        replace: "      do {  /* look for a ']' */
        downbeat_charge(ms->L, 1);
",
    },
    // `%1` compares the whole capture.
    Patch {
        name: "charge-back-reference",
        file: "lstrlib.c",
        find: "  len = ms->capture[l].len;
",
        replace: "  len = ms->capture[l].len;
  downbeat_charge(ms->L, len >> 4);
",
    },
    // Plain search is quadratic at worst.
    Patch {
        name: "charge-plain-find",
        file: "lstrlib.c",
        find: "static const char *lmemfind (const char *s1, size_t l1,",
        replace: "static const char *lmemfind (lua_State *L, const char *s1, size_t l1,",
    },
    // Charges each candidate and the way to it.
    Patch {
        name: "charge-plain-find-loop",
        file: "lstrlib.c",
        find: "      init++;   /* 1st char is already checked */
",
        replace: "      init++;   /* 1st char is already checked */
      downbeat_charge(L, 1 + (l2 >> 4) + ((size_t)(init - s1) >> 5));
",
    },
    // A search without candidates reads everything once.
    Patch {
        name: "charge-plain-find-miss",
        file: "lstrlib.c",
        find: "    const char *s2 = lmemfind(s + init, ls - init, p, lp);
    if (s2) {",
        replace: "    const char *s2 = lmemfind(L, s + init, ls - init, p, lp);
    if (!s2) downbeat_charge(L, (ls - init) >> 5);
    if (s2) {",
    },
    // Looking for special characters reads the pattern.
    Patch {
        name: "charge-specials",
        file: "lstrlib.c",
        find: "  /* explicit request or no special characters? */
",
        replace: "  downbeat_charge(L, lp >> 4);
  /* explicit request or no special characters? */
",
    },
    // The replacement text is read at every match.
    Patch {
        name: "charge-replacement",
        file: "lstrlib.c",
        find: "  const char *news = lua_tolstring(L, 3, &l);
  const char *p;
",
        replace: "  const char *news = lua_tolstring(L, 3, &l);
  const char *p;
  downbeat_charge(L, l >> 3);
",
    },
    // Repetition fills memory.
    Patch {
        name: "charge-rep",
        file: "lstrlib.c",
        find: "    while (n-- > 1) {  /* first n-1 copies (followed by separator) */",
        replace: "    downbeat_charge(L, (size_t)n + (totallen >> 4));
    while (n-- > 1) {  /* first n-1 copies (followed by separator) */",
    },
    // Byte by byte.
    Patch {
        name: "charge-reverse",
        file: "lstrlib.c",
        find: "  for (i = 0; i < l; i++)
    p[i] = s[l - i - 1];",
        replace: "  downbeat_charge(L, l >> 3);
  for (i = 0; i < l; i++)
    p[i] = s[l - i - 1];",
    },
    // Byte by byte.
    Patch {
        name: "charge-lower",
        file: "lstrlib.c",
        find: "  for (i=0; i<l; i++)
    p[i] = tolower(uchar(s[i]));",
        replace: "  downbeat_charge(L, l >> 3);
  for (i=0; i<l; i++)
    p[i] = tolower(uchar(s[i]));",
    },
    // Byte by byte.
    Patch {
        name: "charge-upper",
        file: "lstrlib.c",
        find: "  for (i=0; i<l; i++)
    p[i] = toupper(uchar(s[i]));",
        replace: "  downbeat_charge(L, l >> 3);
  for (i=0; i<l; i++)
    p[i] = toupper(uchar(s[i]));",
    },
    // Pushes a value a byte.
    Patch {
        name: "charge-byte",
        file: "lstrlib.c",
        find: "  for (i=0; i<n; i++)
    lua_pushinteger(L, uchar(s[posi+i-1]));",
        replace: "  downbeat_charge(L, (unsigned int)n >> 2);
  for (i=0; i<n; i++)
    lua_pushinteger(L, uchar(s[posi+i-1]));",
    },
    // The format's own text.
    Patch {
        name: "charge-format",
        file: "lstrlib.c",
        find: "  luaL_buffinit(L, &b);
  while (strfrmt < strfrmt_end) {",
        replace: "  downbeat_charge(L, sfl >> 2);
  luaL_buffinit(L, &b);
  while (strfrmt < strfrmt_end) {",
    },
    // Each item; floats with 99 digits are the slowest.
    Patch {
        name: "charge-format-item",
        file: "lstrlib.c",
        find: "      int nb = 0;  /* number of bytes in result */
",
        replace: "      int nb = 0;  /* number of bytes in result */
      downbeat_charge(L, 40);
",
    },
    // `%q` goes byte by byte.
    Patch {
        name: "charge-quote",
        file: "lstrlib.c",
        find: r#"  luaL_addchar(b, '"');
  while (len--) {"#,
        replace: r#"  luaL_addchar(b, '"');
  downbeat_charge(b->L, len >> 1);
  while (len--) {"#,
    },
    // Formats of pack and unpack may be long.
    Patch {
        name: "charge-pack-option",
        file: "lstrlib.c",
        find: "  KOption opt = getoption(h, fmt, psize);
  int align",
        replace: "  KOption opt = getoption(h, fmt, psize);
  downbeat_bill(h->L, 4);
  int align",
    },
    // `c` pads to any size.
    Patch {
        name: "charge-pack-padding",
        file: "lstrlib.c",
        find: "        while (len++ < (size_t)size)  /* pad extra space */",
        replace: "        downbeat_charge(L, (size_t)size >> 2);
        while (len++ < (size_t)size)  /* pad extra space */",
    },
    // The budget: tables, chunks, messages.
    // Moves all elements behind the position.
    Patch {
        name: "charge-insert",
        file: "ltablib.c",
        find: "      for (i = e; i > pos; i--) {  /* move up elements */",
        replace: "      downbeat_charge(L, 2 * (lua_Unsigned)(e - pos));
      for (i = e; i > pos; i--) {  /* move up elements */",
    },
    // Likewise.
    Patch {
        name: "charge-remove",
        file: "ltablib.c",
        find: "  for ( ; pos < size; pos++) {
",
        replace: "  downbeat_charge(L, size > pos ? 2 * (lua_Unsigned)(size - pos) : 0);
  for ( ; pos < size; pos++) {
",
    },
    // Likewise.
    Patch {
        name: "charge-move",
        file: "ltablib.c",
        find: "    n = e - f + 1;  /* number of elements to move */
",
        replace: "    n = e - f + 1;  /* number of elements to move */
    downbeat_charge(L, 2 * (lua_Unsigned)n);
",
    },
    // Each element is looked up and copied.
    Patch {
        name: "charge-concat-list",
        file: "ltablib.c",
        find: "  lua_geti(L, 1, i);
  if (l_unlikely(!lua_isstring(L, -1)))",
        replace: "  downbeat_charge(L, 4);
  lua_geti(L, 1, i);
  if (l_unlikely(!lua_isstring(L, -1)))",
    },
    // The separator may be long.
    Patch {
        name: "charge-concat-separator",
        file: "ltablib.c",
        find: "    luaL_addlstring(&b, sep, lsep);
",
        replace: "    luaL_addlstring(&b, sep, lsep);
    downbeat_charge(L, lsep >> 4);
",
    },
    // A value each.
    Patch {
        name: "charge-pack-list",
        file: "ltablib.c",
        find: "  lua_createtable(L, n, 1);  /* create result table */",
        replace: "  downbeat_charge(L, (unsigned int)n);
  lua_createtable(L, n, 1);  /* create result table */",
    },
    // A value each.
    Patch {
        name: "charge-unpack-list",
        file: "ltablib.c",
        find: "  for (; i < e; i++) {  /* push arg[i..e - 1] (to avoid overflows) */",
        replace: "  downbeat_charge(L, n);
  for (; i < e; i++) {  /* push arg[i..e - 1] (to avoid overflows) */",
    },
    // A comparison each, whether a function or not.
    Patch {
        name: "charge-sort",
        file: "ltablib.c",
        find: "  if (lua_isnil(L, 2))  /* no function? */",
        replace: "  downbeat_charge(L, 5);
  if (lua_isnil(L, 2))  /* no function? */",
    },
    // Compiling takes time for every byte.
    Patch {
        name: "charge-load",
        file: "lauxlib.c",
        find: "  ls.size = size;
",
        replace: "  ls.size = size;
  downbeat_bill(L, (uint64_t)size * 4);
",
    },
    // Also when it comes in pieces.
    Patch {
        name: "charge-load-pieces",
        file: "lbaselib.c",
        find: "  return lua_tolstring(L, RESERVEDSLOT, size);",
        replace: "  {
    const char *piece = lua_tolstring(L, RESERVEDSLOT, size);
    downbeat_bill(L, (uint64_t)*size * 4);
    return piece;
  }",
    },
    // The compiler searches a name in every enclosing function.
    Patch {
        name: "charge-names",
        file: "lparser.c",
        find: "    int v = searchvar(fs, n, var);  /* look up locals at current level */
",
        replace: "    int v = searchvar(fs, n, var);  /* look up locals at current level */
    downbeat_charge(fs->ls->L, (unsigned int)(fs->nactvar + fs->nups) >> 3);
",
    },
    // Labels are searched one after the other.
    Patch {
        name: "charge-labels",
        file: "lparser.c",
        find: "  /* check labels in current function for a match */
",
        replace: "  /* check labels in current function for a match */
  downbeat_charge(ls->L, (unsigned int)(dyd->label.n - ls->fs->firstlabel) >> 2);
",
    },
    // So are pending gotos, at every label...
    Patch {
        name: "charge-gotos",
        file: "lparser.c",
        find: "  int needsclose = 0;
  while (i < gl->n) {",
        replace: "  int needsclose = 0;
  downbeat_charge(ls->L, (unsigned int)(gl->n - i) >> 2);
  while (i < gl->n) {",
    },
    // ...and at the end of every block.
    Patch {
        name: "charge-gotos-leaving",
        file: "lparser.c",
        find: "  /* correct pending gotos to current block */
",
        replace: "  /* correct pending gotos to current block */
  downbeat_charge(fs->ls->L, (unsigned int)(gl->n - bl->firstgoto) >> 2);
",
    },
    // Long chains of `or` are walked at every link.
    Patch {
        name: "charge-jump-lists",
        file: "lcode.c",
        find: "      list = next;
",
        replace: "      list = next, downbeat_bill(fs->ls->L, 1);
",
    },
    // An error's text may search all globals for a function's name.
    Patch {
        name: "charge-function-names",
        file: "lauxlib.c",
        find: "  while (lua_next(L, -2)) {  /* for each pair in table */
",
        replace: "  while (lua_next(L, -2)) {  /* for each pair in table */
    downbeat_bill(L, 5);
",
    },
    // The sandbox.
    // Compiled chunks could break memory safety.
    Patch {
        name: "text-only",
        file: "lbaselib.c",
        find: r#"  const char *mode = luaL_optstring(L, 3, "bt");"#,
        replace: r#"  const char *mode = "t";"#,
    },
    // A cart must not get hold of the host's own functions on the stack.
    Patch {
        name: "no-functions-from-levels",
        file: "ldblib.c",
        find: r#"    treatstackoption(L, L1, "func");"#,
        replace: "    lua_pop(L1, 1);",
    },
    // Lua 5.3 as carts know it: language.
    // `1then` and `1or` are two tokens; minified carts rely on it.
    Patch {
        name: "numbers-touching-letters",
        file: "llex.c",
        find: "  if (lislalpha(ls->current))  /* is numeral touching a letter? */
    save_and_next(ls);  /* force an error */
",
        replace: "",
    },
    // `<const>` and `<close>` can be refused, as 5.3 does.
    Patch {
        name: "attributes",
        file: "lparser.c",
        find: "  if (testnext(ls, '<')) {
    const char *attr",
        replace: "  if (!(downbeat_header(ls->L)->flags & DOWNBEAT_NO_ATTRIBUTES) &&
      testnext(ls, '<')) {
    const char *attr",
    },
    // Strings in arithmetic are floats: "10"+1 is 11.0, whatever their metatable says.
    Patch {
        name: "string-arithmetic",
        file: "ltm.c",
        find: "                    StkId res, TMS event) {
  if (l_unlikely(!callbinTM(L, p1, p2, res, event))) {
    switch (event) {",
        replace: "                    StkId res, TMS event) {
  if ((ttisstring(p1) || ttisstring(p2)) &&
      ((event >= TM_ADD && event <= TM_IDIV) || event == TM_UNM)) {
    TValue a, b;
    lua_Number n1, n2;
    if (tonumber(p1, &n1) && tonumber(p2, &n2)) {
      setfltvalue(&a, n1);
      setfltvalue(&b, n2);
      luaO_rawarith(L, cast_int(event) - TM_ADD + LUA_OPADD, &a, &b, s2v(res));
      return;
    }
  }
  if (l_unlikely(!callbinTM(L, p1, p2, res, event))) {
    lua_Number n1, n2;
    switch (event) {",
    },
    // A numeric string in a bitwise operation is a number without integer form, not a string.
    Patch {
        name: "string-bitwise-errors",
        file: "ltm.c",
        find: "        if (ttisnumber(p1) && ttisnumber(p2))
",
        replace: "        if (tonumber(p1, &n1) && tonumber(p2, &n2))
",
    },
    // The faulty operand is the one that is no number even as a string.
    Patch {
        name: "string-operand-errors",
        file: "ldebug.c",
        find: "  if (!ttisnumber(p1))  /* first operand is wrong? */",
        replace: "  lua_Number temp;
  if (!tonumber(p1, &temp))  /* first operand is wrong? */",
    },
    // __ipairs works.
    Patch {
        name: "ipairs-metamethod",
        file: "lbaselib.c",
        find: "static int luaB_ipairs (lua_State *L) {
  luaL_checkany(L, 1);
",
        replace: r#"static int luaB_ipairs (lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__ipairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_callk(L, 1, 3, 0, pairscont);
    return 3;
  }
"#,
    },
    // random(0) is an empty interval.
    Patch {
        name: "random-zero",
        file: "lmathlib.c",
        find: "      if (up == 0) {  /* single 0 as argument? */
        lua_pushinteger(L, I2UInt(rv));  /* full random integer */
        return 1;
      }
",
        replace: "",
    },
    // Carts seed with time(), which has a fraction.
    Patch {
        name: "randomseed-of-floats",
        file: "lmathlib.c",
        find: "    lua_Integer n1 = luaL_checkinteger(L, 1);
",
        replace: "    lua_Number f = luaL_checknumber(L, 1);
    lua_Integer n1 = 0;
    if (lua_isinteger(L, 1)) n1 = lua_tointeger(L, 1);
    else if (!lua_numbertointeger(f, &n1)) n1 = 0;
",
    },
    // 5.4 returns the two parts of the seed.
    Patch {
        name: "randomseed-returns-nothing",
        file: "lmathlib.c",
        find: "  return 2;  /* return seeds */",
        replace: "  return 0;",
    },
];
