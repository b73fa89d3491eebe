//! Memory on huge pages. Tables that are read at random otherwise miss the processor's memory of where pages lie at almost every read.

#![allow(unsafe_code)]

use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};

/// Asks the system to put memory that nothing has been written to on huge pages. It may know none, or have none left: then it stays
/// ordinary memory.
pub(crate) fn prefer_huge_pages<T>(memory: &mut [MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let bytes = size_of_val(memory);
        let start = memory.as_mut_ptr().cast::<u8>();
        let before = start.addr() % PAGE;
        // SAFETY: the advice changes nothing but how memory is kept, neither here nor in what shares our first page.
        let advised = unsafe {
            rustix::mm::madvise(start.wrapping_sub(before).cast(), bytes + before, rustix::mm::Advice::LinuxHugepage)
        };
        // Small pages do as well.
        let _ = advised;
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// What may begin as nothing but zeroes.
///
/// # Safety
/// Memory that is all zero must be a value of the type.
pub(crate) unsafe trait Zeroes {}

/// The usual size of a huge page: what lies on one must begin where it does.
#[repr(align(0x20_0000))]
struct Aligned<T>(T);

/// A large value on huge pages.
pub(crate) struct Huge<T>(Box<Aligned<T>>);

impl<T: Zeroes> Huge<T> {
    /// All zero. It is made where it stays: it would not fit on the stack.
    pub(crate) fn zeroes() -> Self {
        let mut memory = Box::<Aligned<T>>::new_uninit();
        prefer_huge_pages(std::slice::from_mut(&mut *memory));
        // SAFETY: the pointer is that of the whole box, and zeroes are a value by the trait's contract.
        unsafe {
            memory.as_mut_ptr().write_bytes(0, 1);
            Self(memory.assume_init())
        }
    }

    /// Makes it all zero again.
    pub(crate) fn clear(&mut self) {
        // SAFETY: the reference is unique, and zeroes are a value by the trait's contract, which has nothing to drop.
        unsafe { std::ptr::from_mut(&mut self.0.0).write_bytes(0, 1) };
    }
}

impl<T> Deref for Huge<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.0
    }
}

impl<T> DerefMut for Huge<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0.0
    }
}

impl<T> std::fmt::Debug for Huge<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", std::any::type_name::<T>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // SAFETY: numbers may be zero.
    unsafe impl Zeroes for [u64; 1000] {}

    #[test]
    fn a_huge_value_begins_as_zeroes_and_becomes_them_again() {
        let mut value = Huge::<[u64; 1000]>::zeroes();
        assert!(value.iter().all(|number| *number == 0));
        assert_eq!(std::ptr::from_ref(&*value).addr() % 0x20_0000, 0);
        value.fill(7);
        value.clear();
        assert!(value.iter().all(|number| *number == 0));
    }
}
