//! Patches that give objects serial numbers, and text and order that depend on
//! them: neither an address nor the size of a pointer shows in what carts see.
//!
//! A number lies in what would be padding, at the same place in every kind of
//! object (`downbeat.c` checks it), and is the object's for life.

use super::Patch;

pub(super) const PATCHES: &[Patch] = &[
    Patch {
        name: "serial-of-tables",
        file: "lobject.h",
        find: "  lu_byte lsizenode;  /* log2 of size of 'node' array */
  unsigned int alimit;",
        replace: "  lu_byte lsizenode;  /* log2 of size of 'node' array */
  uint32_t serial;
  unsigned int alimit;",
    },
    Patch {
        name: "serial-of-functions",
        file: "lobject.h",
        find: "	CommonHeader; lu_byte nupvalues; GCObject *gclist",
        replace: "	CommonHeader; lu_byte nupvalues; uint32_t serial; GCObject *gclist",
    },
    Patch {
        name: "serial-of-userdata",
        file: "lobject.h",
        find: "  unsigned short nuvalue;  /* number of user values */
  size_t len;  /* number of bytes */
  struct Table *metatable;
  GCObject *gclist;",
        replace: "  unsigned short nuvalue;  /* number of user values */
  uint32_t serial;
  size_t len;  /* number of bytes */
  struct Table *metatable;
  GCObject *gclist;",
    },
    // A userdata without user values has the same beginning.
    Patch {
        name: "serial-of-blocks",
        file: "lobject.h",
        find: "  unsigned short nuvalue;  /* number of user values */
  size_t len;  /* number of bytes */
  struct Table *metatable;
  union {",
        replace: "  unsigned short nuvalue;  /* number of user values */
  uint32_t serial;
  size_t len;  /* number of bytes */
  struct Table *metatable;
  union {",
    },
    // A thread's makes room for it by moving a counter to the end.
    Patch {
        name: "serial-of-threads",
        file: "lstate.h",
        find: "  lu_byte allowhook;
  unsigned short nci;  /* number of items in 'ci' list */
",
        replace: "  lu_byte allowhook;
  uint32_t serial;
",
    },
    // There it is in padding again.
    Patch {
        name: "count-of-calls",
        file: "lstate.h",
        find: "  volatile l_signalT hookmask;
};",
        replace: "  volatile l_signalT hookmask;
  unsigned short nci;  /* number of items in 'ci' list */
};",
    },
    // Each kind of object gets its number when it is made.
    Patch {
        name: "number-tables",
        file: "ltable.c",
        find: "  t->metatable = NULL;
  t->flags = cast_byte(maskflags);",
        replace: "  t->metatable = NULL;
  t->serial = downbeat_new_serial(L);
  t->flags = cast_byte(maskflags);",
    },
    Patch {
        name: "number-c-functions",
        file: "lfunc.c",
        find: "  CClosure *c = gco2ccl(o);
",
        replace: "  CClosure *c = gco2ccl(o);
  c->serial = downbeat_new_serial(L);
",
    },
    Patch {
        name: "number-functions",
        file: "lfunc.c",
        find: "  LClosure *c = gco2lcl(o);
",
        replace: "  LClosure *c = gco2lcl(o);
  c->serial = downbeat_new_serial(L);
",
    },
    Patch {
        name: "number-userdata",
        file: "lstring.c",
        find: "  u->len = s;
",
        replace: "  u->len = s;
  u->serial = downbeat_new_serial(L);
",
    },
    Patch {
        name: "number-threads",
        file: "lstate.c",
        find: "  L->nci = 0;
  L->twups = L;",
        replace: "  L->nci = 0;
  L->serial = downbeat_new_serial(L);
  L->twups = L;",
    },
    // Keys are placed by it. Multiplication spreads numbers that follow each other
    // at any distance, and takes less time than the remainder Lua divides for.
    Patch {
        name: "hash-of-objects",
        file: "ltable.c",
        find: "      GCObject *o = gcvalue(key);
      return hashpointer(t, o);",
        replace: "      uint32_t n = downbeat_serial(gcvalue(key)) * 0x9e3779b1u;
      return gnode(t, (uint32_t)(((uint64_t)n << t->lsizenode) >> 32));",
    },
    // C functions have no number that holds for every program: they make one chain.
    Patch {
        name: "hash-of-c-functions",
        file: "ltable.c",
        find: "      lua_CFunction f = fvalue(key);
      return hashpointer(t, f);",
        replace: "      return gnode(t, 0);",
    },
    // `tostring` shows the number.
    Patch {
        name: "identity-as-text",
        file: "lauxlib.c",
        find: r#"        lua_pushfstring(L, "%s: %p", kind, lua_topointer(L, idx));"#,
        replace: r#"        downbeat_bill(L, 60);
        lua_pushfstring(L, "%s: %p", kind, downbeat_identity(L, idx));"#,
    },
    // So does `%p`; of a string, it shows the hash.
    Patch {
        name: "identity-in-formats",
        file: "lstrlib.c",
        find: "          const void *p = lua_topointer(L, arg);",
        replace: "          const void *p = downbeat_identity(L, arg);",
    },
    // What `%p` shows goes through the same conversion as `tostring`'s.
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
    // Sizes of C's types in `string.pack` are those of 64-bit Linux everywhere.
    Patch {
        name: "pack-long",
        file: "lstrlib.c",
        find: "    case 'l': *size = sizeof(long); return Kint;
    case 'L': *size = sizeof(long); return Kuint;",
        replace: "    case 'l': *size = 8; return Kint;
    case 'L': *size = 8; return Kuint;",
    },
    Patch {
        name: "pack-size",
        file: "lstrlib.c",
        find: "    case 'T': *size = sizeof(size_t); return Kuint;",
        replace: "    case 'T': *size = 8; return Kuint;",
    },
    Patch {
        name: "pack-string",
        file: "lstrlib.c",
        find: "    case 's': *size = getnumlimit(h, fmt, sizeof(size_t)); return Kstring;",
        replace: "    case 's': *size = getnumlimit(h, fmt, 8); return Kstring;",
    },
    Patch {
        name: "pack-alignment",
        file: "lstrlib.c",
        find: "      const int maxalign = offsetof(struct cD, u);",
        replace: "      const int maxalign = 8;",
    },
    // A string too long for 32 bits is too long.
    Patch {
        name: "longest-string",
        file: "llimits.h",
        find: r"#define MAX_SIZE	(sizeof(size_t) < sizeof(lua_Integer) ? MAX_SIZET \
                          : (size_t)(LUA_MAXINTEGER))",
        replace: "#define MAX_SIZE	((size_t)INT_MAX)",
    },
];
