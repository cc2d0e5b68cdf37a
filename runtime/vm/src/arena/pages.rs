//! Address space from the system: reserved with an alignment, zeroed, given
//! back on drop.

use std::io;

/// A mapped, zeroed, aligned range of memory.
pub(super) struct Pages {
    start: *mut u8,
    /// What the system gave us, which may begin before `start`.
    mapping: *mut u8,
    mapped: usize,
}

impl Pages {
    /// Where the range starts.
    pub(super) fn start(&self) -> *mut u8 {
        self.start
    }
}

#[cfg(unix)]
impl Pages {
    /// Maps `size` bytes at a multiple of `alignment`.
    pub(super) fn new(size: usize, alignment: usize) -> io::Result<Pages> {
        use libc::{MAP_ANON, MAP_FAILED, MAP_NORESERVE, MAP_PRIVATE, PROT_NONE};
        let reserved = size + alignment;
        // SAFETY: a new anonymous mapping touches no memory of ours.
        let mapping = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                reserved,
                PROT_NONE,
                MAP_PRIVATE | MAP_ANON | MAP_NORESERVE,
                -1,
                0,
            )
        };
        if mapping == MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let mapping = mapping.cast::<u8>();
        let before = mapping.align_offset(alignment);
        // SAFETY: all addresses are inside the reservation just made, and no
        // one else knows of it.
        unsafe {
            let start = mapping.add(before);
            let after = reserved - before - size;
            if before > 0 {
                libc::munmap(mapping.cast(), before);
            }
            if after > 0 {
                libc::munmap(start.add(size).cast(), after);
            }
            let pages = Pages {
                start,
                mapping: start,
                mapped: size,
            };
            if libc::mprotect(start.cast(), size, libc::PROT_READ | libc::PROT_WRITE) == 0 {
                Ok(pages)
            } else {
                Err(io::Error::last_os_error())
            }
        }
    }
}

#[cfg(unix)]
impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours and nothing refers into it any more.
        unsafe {
            libc::munmap(self.mapping.cast(), self.mapped);
        }
    }
}

#[cfg(windows)]
impl Pages {
    /// Maps `size` bytes at a multiple of `alignment`.
    pub(super) fn new(size: usize, alignment: usize) -> io::Result<Pages> {
        use windows_sys::Win32::System::Memory::{
            MEM_COMMIT, MEM_RESERVE, PAGE_NOACCESS, PAGE_READWRITE, VirtualAlloc,
        };
        let reserved = size + alignment;
        // SAFETY: a new reservation touches no memory of ours.
        let mapping = unsafe {
            VirtualAlloc(std::ptr::null(), reserved, MEM_RESERVE, PAGE_NOACCESS).cast::<u8>()
        };
        if mapping.is_null() {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the range is inside the reservation just made. Committed
        // pages take memory only when they are first written.
        unsafe {
            let start = mapping.add(mapping.align_offset(alignment));
            let pages = Pages {
                start,
                mapping,
                mapped: reserved,
            };
            let committed = VirtualAlloc(start.cast(), size, MEM_COMMIT, PAGE_READWRITE);
            if committed.is_null() {
                Err(io::Error::last_os_error())
            } else {
                Ok(pages)
            }
        }
    }
}

#[cfg(windows)]
impl Drop for Pages {
    fn drop(&mut self) {
        use windows_sys::Win32::System::Memory::{MEM_RELEASE, VirtualFree};
        let _ = self.mapped;
        // SAFETY: the reservation is ours and nothing refers into it any more.
        unsafe {
            VirtualFree(self.mapping.cast(), 0, MEM_RELEASE);
        }
    }
}
