//! Patches that change nothing but how the compiler arranges the code.

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
];
