//! The numbers of `math.random`, for host functions that draw from them too.
//!
//! Lua's generator is the xoshiro256** of crate `dice`, and its words lie in
//! Lua's memory, so what the host draws is part of every snapshot.

use crate::arena::Header;
use crate::call::Call;
use crate::vm::Vm;
use dice::Stream;

impl<H: 'static> Vm<H> {
    /// The state of the cart's own generator.
    pub fn random_state(&self) -> [u64; 4] {
        // SAFETY: the header and the words are kept for as long as the machine,
        // and nothing writes them while no call runs.
        unsafe { *(*self.header()).random() }
    }
}

impl<H: 'static> Call<'_, H> {
    /// The next 64 bits of the cart's own generator, which goes on by one.
    pub fn random_bits(&mut self) -> u64 {
        let header = Header::of(self.state());
        // SAFETY: the header is valid while its thread runs, and the words are
        // kept for as long as the machine; nothing else runs meanwhile.
        unsafe {
            let words = (*header).random();
            let mut stream = Stream::from_state(*words);
            let bits = stream.bits();
            *words = stream.state();
            bits
        }
    }
}
