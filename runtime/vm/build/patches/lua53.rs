//! Patches that restore what carts rely on from Lua 5.3, and the sandbox.

use super::Patch;

pub(super) const PATCHES: &[Patch] = &[
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
        replace: "    { if (L == L1) lua_remove(L, -2); else lua_pop(L1, 1); }",
    },
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
    // Strings in arithmetic are floats: "10"+1 is 11.0, whatever their metatable
    // says; in bitwise operations they are integers.
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
  else if ((ttisstring(p1) || ttisstring(p2)) &&
           ((event >= TM_BAND && event <= TM_SHR) || event == TM_BNOT)) {
    TValue a, b;
    lua_Integer i1, i2;
    if (luaV_tointeger(p1, &i1, LUA_FLOORN2I) &&
        luaV_tointeger(p2, &i2, LUA_FLOORN2I)) {
      setivalue(&a, i1);
      setivalue(&b, i2);
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
    // Each of the messages below is worded as in 5.3.
    Patch {
        name: "for-errors",
        file: "ldebug.c",
        find: r#"  luaG_runerror(L, "bad 'for' %s (number expected, got %s)",
                   what, luaT_objtypename(L, o));"#,
        replace: r#"  cast_void(o);
  luaG_runerror(L, "'for' %s must be a number",
                   *what == 'i' ? "initial value" : what);"#,
    },
    // The iterator of a `for` has no name of its own.
    Patch {
        name: "iterator-name",
        file: "ldebug.c",
        find: "  const char *extra = kind ? formatvarinfo",
        replace: r#"  const char *extra = (kind && strcmp(kind, "for iterator") == 0) ? ""
                    : kind ? formatvarinfo"#,
    },
    // Constant operands are not named.
    Patch {
        name: "constant-operands",
        file: "ldebug.c",
        find: "        kind = getobjname(ci_func(ci)->p, currentpc(ci), reg, &name);",
        replace: r#"        kind = getobjname(ci_func(ci)->p, currentpc(ci), reg, &name);
      if (kind != NULL && strcmp(kind, "constant") == 0)
        kind = NULL;"#,
    },
    Patch {
        name: "setmetatable-error",
        file: "lbaselib.c",
        find: r#"  luaL_argexpected(L, t == LUA_TNIL || t == LUA_TTABLE, 2, "nil or table");"#,
        replace: r#"  luaL_argcheck(L, t == LUA_TNIL || t == LUA_TTABLE, 2,
                   "nil or table expected");"#,
    },
    Patch {
        name: "coroutine-error",
        file: "lcorolib.c",
        find: r#"  luaL_argexpected(L, co, 1, "thread");"#,
        replace: r#"  luaL_argcheck(L, co, 1, "thread expected");"#,
    },
    Patch {
        name: "break-error",
        file: "lparser.c",
        find: r#"    msg = "break outside loop at line %d";"#,
        replace: r#"    msg = "<break> at line %d not inside a loop";"#,
    },
    Patch {
        name: "format-error",
        file: "lstrlib.c",
        find: r#""invalid conversion '%s' to 'format'""#,
        replace: r#""invalid option '%s' to 'format'""#,
    },
    Patch {
        name: "remove-error",
        file: "ltablib.c",
        find: "    luaL_argcheck(L, (lua_Unsigned)pos - 1u <= (lua_Unsigned)size, 2,",
        replace: "    luaL_argcheck(L, (lua_Unsigned)pos - 1u <= (lua_Unsigned)size, 1,",
    },
    // A step without size is as small as 5.3's, which ends no cycle at once.
    Patch {
        name: "small-steps",
        file: "lapi.c",
        find: "        luaC_step(L);
      }
      else {  /* add",
        replace: "        {
          lu_byte size = g->gcstepsize;
          if (size > 7) g->gcstepsize = 7;
          luaC_step(L);
          g->gcstepsize = size;
        }
      }
      else {  /* add",
    },
    // A `for` with step zero does not run when it counts down to a larger limit,
    // and else never ends (the budget sees to that).
    Patch {
        name: "step-zero",
        file: "lvm.c",
        find: r#"    if (step == 0)
      luaG_runerror(L, "'for' step is zero");
    setivalue(s2v(ra + 3), init);  /* control variable */"#,
        replace: "    setivalue(s2v(ra + 3), init);  /* control variable */",
    },
    // Division by that step.
    Patch {
        name: "step-zero-count",
        file: "lvm.c",
        find: "        count /= l_castS2U(-(step + 1)) + 1u;",
        replace: "        if (step == 0) count = ~(lua_Unsigned)0;
        else count /= l_castS2U(-(step + 1)) + 1u;",
    },
    // The same for floats.
    Patch {
        name: "step-zero-float",
        file: "lvm.c",
        find: r#"    if (step == 0)
      luaG_runerror(L, "'for' step is zero");
    if (luai_numlt(0, step)"#,
        replace: "    if (luai_numlt(0, step)",
    },
    // 5.3 takes every flag with every conversion: `%06s` and `%+s` pass.
    Patch {
        name: "format-flags-x",
        file: "lstrlib.c",
        find: "#define L_FMTFLAGSX	\"-#0\"",
        replace: "#define L_FMTFLAGSX	L_FMTFLAGSF",
    },
    Patch {
        name: "format-flags-i",
        file: "lstrlib.c",
        find: "#define L_FMTFLAGSI	\"-+0 \"",
        replace: "#define L_FMTFLAGSI	L_FMTFLAGSF",
    },
    Patch {
        name: "format-flags-u",
        file: "lstrlib.c",
        find: "#define L_FMTFLAGSU	\"-0\"",
        replace: "#define L_FMTFLAGSU	L_FMTFLAGSF",
    },
    Patch {
        name: "format-flags-c",
        file: "lstrlib.c",
        find: "#define L_FMTFLAGSC	\"-\"",
        replace: "#define L_FMTFLAGSC	L_FMTFLAGSF",
    },
];
