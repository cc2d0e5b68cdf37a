//! Patches for speed and for frames of even length; what carts see stays.

use super::Patch;

pub(super) const PATCHES: &[Patch] = &[
    // Lua's short functions are meant to be part of their callers; in one large
    // file, compilers decide otherwise for some, and every call of a host function
    // pays for it.
    Patch {
        name: "inline-short-functions",
        file: "llimits.h",
        find: "#define l_sinline	static l_inline",
        replace: "#if defined(__GNUC__)
#define l_sinline	static l_inline __attribute__((always_inline))
#else
#define l_sinline	static l_inline
#endif",
    },
    // A step of the collector counts a swept object as much as a marked word, though
    // freeing it takes several times as long: all of a heap was swept in one frame.
    Patch {
        name: "weight-of-sweeping",
        file: "lgc.c",
        find: "    g->GCestimate += g->GCdebt - olddebt;  /* update estimate */
    return count;",
        replace: "    g->GCestimate += g->GCdebt - olddebt;  /* update estimate */
    return count * 4;",
    },
];
