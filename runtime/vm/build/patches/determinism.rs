//! Patches that make every run the same: no clock, no addresses, no signs of NaN.

use super::Patch;

pub(super) const PATCHES: &[Patch] = &[
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
];
