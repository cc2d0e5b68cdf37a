//! Memory, persistent memory, banks.

use vm::{Args, Call, Raise};

use crate::numbers::{flag, int, int_or, whole};
use crate::world::World;

type Outcome = Result<usize, Raise>;

/// Bytes of memory that a copy or a fill can touch at the most.
const MEMORY: i32 = 0x18000;

#[inline(always)]
fn read(cx: &mut Call<'_, World>, bits: u8) -> Outcome {
    let (world, args) = cx.parts();
    let value = world.machine.peek(int(args, 1), bits);
    cx.push_integer(i64::from(value));
    Ok(1)
}

#[inline(always)]
fn write(cx: &mut Call<'_, World>, bits: u8) -> Outcome {
    let (world, args) = cx.parts();
    world.machine.poke(int(args, 1), int(args, 2), bits);
    Ok(0)
}

/// Fails unless exactly `count` arguments were given.
fn exactly(args: Args<'_>, count: usize, usage: &'static str) -> Result<(), Raise> {
    if args.count() == count {
        Ok(())
    } else {
        Err(Raise::from(usage))
    }
}

/// A width in bits; 0, which nothing has, where it does not fit.
fn width(args: Args<'_>, i: usize) -> u8 {
    u8::try_from(int(args, i)).unwrap_or(0)
}

#[inline(always)]
pub(super) fn peek(cx: &mut Call<'_, World>) -> Outcome {
    let args = cx.args();
    if args.count() == 0 {
        return Err(Raise::from(
            "peek takes 1 or 2 arguments: peek(address, [bits])",
        ));
    }
    let bits = if args.count() == 2 { width(args, 2) } else { 8 };
    read(cx, bits)
}

#[inline(always)]
pub(super) fn peek1(cx: &mut Call<'_, World>) -> Outcome {
    exactly(cx.args(), 1, "peek1 takes 1 argument: peek1(address)")?;
    read(cx, 1)
}

#[inline(always)]
pub(super) fn peek2(cx: &mut Call<'_, World>) -> Outcome {
    exactly(cx.args(), 1, "peek2 takes 1 argument: peek2(address)")?;
    read(cx, 2)
}

#[inline(always)]
pub(super) fn peek4(cx: &mut Call<'_, World>) -> Outcome {
    exactly(cx.args(), 1, "peek4 takes 1 argument: peek4(address)")?;
    read(cx, 4)
}

#[inline(always)]
pub(super) fn poke(cx: &mut Call<'_, World>) -> Outcome {
    let args = cx.args();
    if args.count() < 2 {
        return Err(Raise::from(
            "poke takes 2 or 3 arguments: poke(address, value, [bits])",
        ));
    }
    let bits = if args.count() == 3 { width(args, 3) } else { 8 };
    write(cx, bits)
}

#[inline(always)]
pub(super) fn poke1(cx: &mut Call<'_, World>) -> Outcome {
    exactly(
        cx.args(),
        2,
        "poke1 takes 2 arguments: poke1(address, value)",
    )?;
    write(cx, 1)
}

#[inline(always)]
pub(super) fn poke2(cx: &mut Call<'_, World>) -> Outcome {
    exactly(
        cx.args(),
        2,
        "poke2 takes 2 arguments: poke2(address, value)",
    )?;
    write(cx, 2)
}

#[inline(always)]
pub(super) fn poke4(cx: &mut Call<'_, World>) -> Outcome {
    exactly(
        cx.args(),
        2,
        "poke4 takes 2 arguments: poke4(address, value)",
    )?;
    write(cx, 4)
}

pub(super) fn memcpy(cx: &mut Call<'_, World>) -> Outcome {
    exactly(
        cx.args(),
        3,
        "memcpy takes 3 arguments: memcpy(to, from, size)",
    )?;
    let [to, from, size] = [1, 2, 3].map(|i| int(cx.args(), i));
    cx.charge(i64::from(size.clamp(0, MEMORY)) / 16);
    cx.host().machine.memcpy(to, from, size);
    Ok(0)
}

pub(super) fn memset(cx: &mut Call<'_, World>) -> Outcome {
    exactly(
        cx.args(),
        3,
        "memset takes 3 arguments: memset(address, value, size)",
    )?;
    let [address, value, size] = [1, 2, 3].map(|i| int(cx.args(), i));
    cx.charge(i64::from(size.clamp(0, MEMORY)) / 16);
    cx.host().machine.memset(address, value, size);
    Ok(0)
}

pub(super) fn pmem(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    if args.count() == 0 {
        return Err(Raise::from(
            "pmem takes 1 or 2 arguments: pmem(index, [value])",
        ));
    }
    let Ok(index @ 0..=255) = usize::try_from(int(args, 1)) else {
        return Err(Raise::from("pmem: the index must be 0 to 255"));
    };
    let before = world.machine.pmem(index);
    if args.count() >= 2 {
        world.machine.set_pmem(index, whole(args, 2));
    }
    cx.push_integer(i64::from(before));
    Ok(1)
}

pub(super) fn sync(cx: &mut Call<'_, World>) -> Outcome {
    let args = cx.args();
    let mask = int_or(args, 1, 0);
    let bank = int_or(args, 2, 0);
    let to_cart = flag(args, 3);
    cx.charge(2048);
    let synced = cx.host().machine.sync(mask, bank, to_cart);
    synced.map_err(|error| Raise::from(error.to_string()))?;
    Ok(0)
}

pub(super) fn vbank(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    // A bank that does not exist only asks which one is chosen.
    let before = world.machine.vbank(int_or(args, 1, -1));
    cx.push_integer(i64::from(before));
    Ok(1)
}
