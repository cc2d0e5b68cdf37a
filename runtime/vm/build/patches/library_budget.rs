//! Patches that count the work of the libraries, the compiler and messages.

use super::Patch;

pub(super) const PATCHES: &[Patch] = &[
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
    downbeat_bill(L, 20);
",
    },
    // Reading a number.
    Patch {
        name: "charge-tonumber",
        file: "lbaselib.c",
        find: "      const char *s = lua_tolstring(L, 1, &l);
      if (s != NULL",
        replace: "      const char *s = lua_tolstring(L, 1, &l);
      downbeat_bill(L, l >> 3);
      if (s != NULL",
    },
    // Reading one with a base.
    Patch {
        name: "charge-tonumber-base",
        file: "lbaselib.c",
        find: r#"    luaL_argcheck(L, 2 <= base && base <= 36, 2, "base out of range");"#,
        replace: r#"    luaL_argcheck(L, 2 <= base && base <= 36, 2, "base out of range");
    downbeat_bill(L, l >> 2);"#,
    },
    // Floats with many digits take time for each.
    Patch {
        name: "charge-format-float",
        file: "lstrlib.c",
        find: "          addlenmod(form, LUA_NUMBER_FRMLEN);
          nb = l_sprintf(buff, maxitem, form, (LUAI_UACNUMBER)n);",
        replace: "          addlenmod(form, LUA_NUMBER_FRMLEN);
          nb = l_sprintf(buff, maxitem, form, (LUAI_UACNUMBER)n);
          downbeat_charge(L, 4 * (unsigned int)nb);",
    },
    // Control characters are formatted one by one.
    Patch {
        name: "charge-quote-control",
        file: "lstrlib.c",
        find: "      char buff[10];
      if (!isdigit",
        replace: "      char buff[10];
      downbeat_charge(b->L, 15);
      if (!isdigit",
    },
    // The remainder of numbers far apart (see `luai_nummod`).
    Patch {
        name: "charge-fmod",
        file: "lmathlib.c",
        find: "    lua_pushnumber(L, l_mathop(fmod)(luaL_checknumber(L, 1),
                                     luaL_checknumber(L, 2)));",
        replace: "  {
    lua_Number a = luaL_checknumber(L, 1);
    lua_Number b = luaL_checknumber(L, 2);
    if (!(fabs(a) <= fabs(b) * 9007199254740992.0)) downbeat_bill(L, 60);
    lua_pushnumber(L, l_mathop(fmod)(a, b));
  }",
    },
    // Angles beyond a few turns need more digits of pi.
    Patch {
        name: "charge-sin",
        file: "lmathlib.c",
        find: "  lua_pushnumber(L, l_mathop(sin)(luaL_checknumber(L, 1)));",
        replace: "  if (!(fabs(luaL_checknumber(L, 1)) < 1e6)) downbeat_bill(L, 50);
  lua_pushnumber(L, l_mathop(sin)(luaL_checknumber(L, 1)));",
    },
    // Angles beyond a few turns need more digits of pi.
    Patch {
        name: "charge-cos",
        file: "lmathlib.c",
        find: "  lua_pushnumber(L, l_mathop(cos)(luaL_checknumber(L, 1)));",
        replace: "  if (!(fabs(luaL_checknumber(L, 1)) < 1e6)) downbeat_bill(L, 50);
  lua_pushnumber(L, l_mathop(cos)(luaL_checknumber(L, 1)));",
    },
    // Angles beyond a few turns need more digits of pi.
    Patch {
        name: "charge-tan",
        file: "lmathlib.c",
        find: "  lua_pushnumber(L, l_mathop(tan)(luaL_checknumber(L, 1)));",
        replace: "  if (!(fabs(luaL_checknumber(L, 1)) < 1e6)) downbeat_bill(L, 50);
  lua_pushnumber(L, l_mathop(tan)(luaL_checknumber(L, 1)));",
    },
];
