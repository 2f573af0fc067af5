//! Keeps the deep recursion of Ruby code from exhausting the native stack.

use super::Machine;
#[cfg(not(target_family = "wasm"))]
use super::call::STACK_SEGMENT;

/// The part of the native stack that was free when it was last measured.
///
/// Measuring takes longer than many a method call, so it is done once for each segment of the
/// stack. An address outside the measured part means that another segment is in use.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct NativeStack {
    /// The lowest address.
    floor: usize,
    /// The number of bytes above it.
    size: usize,
}

impl NativeStack {
    /// Whether a number of bytes is free. `false` may also mean that the part in use was not
    /// measured.
    #[inline(always)]
    fn has(self, bytes: usize, here: usize) -> bool {
        let left = here.wrapping_sub(self.floor);
        left >= bytes && left <= self.size
    }
}

/// An address near the end of the used part of the stack.
#[inline(always)]
fn here() -> usize {
    let marker = 0_u8;
    std::ptr::from_ref(&marker).addr()
}

impl Machine<'_> {
    /// Runs a function with a number of bytes of native stack free, on a new segment if necessary.
    /// All code of this crate that recurses through Ruby code uses this.
    #[inline(always)]
    pub(crate) fn with_stack<T>(&mut self, bytes: usize, run: impl FnOnce(&mut Self) -> T) -> T {
        let here = here();
        if self.native_stack.has(bytes, here) {
            return run(self);
        }
        self.with_more_stack(bytes, here, run)
    }

    /// Whether a number of bytes of native stack is certainly free.
    #[inline(always)]
    pub(crate) fn has_stack(&self, bytes: usize) -> bool {
        self.native_stack.has(bytes, here())
    }

    /// The stack of WebAssembly cannot grow. There is no Ruby parser there either, so no Ruby code
    /// runs.
    #[cfg(target_family = "wasm")]
    fn with_more_stack<T>(&mut self, _: usize, _: usize, run: impl FnOnce(&mut Self) -> T) -> T {
        run(self)
    }

    #[cfg(not(target_family = "wasm"))]
    #[cold]
    #[inline(never)]
    fn with_more_stack<T>(
        &mut self,
        bytes: usize,
        top: usize,
        run: impl FnOnce(&mut Self) -> T,
    ) -> T {
        if let Some(left) = stacker::remaining_stack()
            && left >= bytes
        {
            let floor = here().saturating_sub(left);
            self.native_stack = NativeStack { floor, size: top.saturating_sub(floor) };
            return run(self);
        }
        let before = self.native_stack;
        let result = stacker::grow(bytes + STACK_SEGMENT, || {
            self.native_stack = NativeStack::default();
            run(self)
        });
        self.native_stack = before;
        result
    }
}
