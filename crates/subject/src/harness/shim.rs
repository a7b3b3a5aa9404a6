
#[allow(warnings, clippy::all)]
mod lydian_shim {
    // Calls a function of Rust whose types the compiler knows.

    #[repr(C)]
    pub struct Header {
        words: [u64; 6],
        arity: u32,
        environment: u32,
        result: u16,
        status: u16,
        failed: u32,
        layout: [u32; 4],
        text: [u8; 512],
        arguments: [u16; 512],
    }

    #[repr(C)]
    pub struct Slot {
        check: u64,
        outcome: u8,
        rounding: u8,
        kind: u16,
        length: u16,
        status_type: u16,
        status: i64,
        exponent: i64,
        value: [u8; 16],
        text: [u8; 208],
    }

    impl Slot {
        fn reject(&mut self, how: &str) {
            let length = how.len().min(self.text.len());
            self.text[..length].copy_from_slice(&how.as_bytes()[..length]);
            self.length = length as u16;
            self.outcome = 2;
        }
    }

    pub trait Scalar: Copy {
        const CODE: u16;
    }

    pub trait Answer {
        const CODE: u16;
        fn put(self, slot: &mut Slot);
    }

    macro_rules! scalars {
        ($($kind:ty: $letter:literal),*) => {$(
            impl Scalar for $kind {
                const CODE: u16 = ($letter as u16) << 8 | std::mem::size_of::<$kind>() as u16;
            }
            impl Answer for $kind {
                const CODE: u16 = <$kind as Scalar>::CODE;
                fn put(self, slot: &mut Slot) {
                    let bytes = self.to_le_bytes();
                    slot.value[..bytes.len()].copy_from_slice(&bytes);
                    slot.kind = <$kind as Scalar>::CODE;
                    slot.outcome = 1;
                }
            }
        )*};
    }
    scalars!(f32: b'f', f64: b'f', i8: b'i', i16: b'i', i32: b'i', i64: b'i', isize: b'i');
    scalars!(u8: b'u', u16: b'u', u32: b'u', u64: b'u', usize: b'u');

    impl<T: Answer> Answer for Option<T> {
        const CODE: u16 = T::CODE;
        fn put(self, slot: &mut Slot) {
            match self {
                Some(answer) => answer.put(slot),
                None => slot.reject("None"),
            }
        }
    }

    impl<T: Answer, E: std::fmt::Debug> Answer for Result<T, E> {
        const CODE: u16 = T::CODE;
        fn put(self, slot: &mut Slot) {
            match self {
                Ok(answer) => answer.put(slot),
                Err(error) => slot.reject(&format!("Err({error:?})")),
            }
        }
    }

    pub trait Callable<A> {
        fn describe(&self, header: &mut Header);
        unsafe fn call(&self, input: *const u8, slot: &mut Slot);
    }

    macro_rules! callable {
        ($($name:ident: $place:literal),*) => {
            impl<F: Fn($($name),*) -> R, R: Answer, $($name: Scalar),*> Callable<($($name,)*)> for F {
                fn describe(&self, header: &mut Header) {
                    let codes: &[u16] = &[$($name::CODE),*];
                    header.arity = codes.len() as u32;
                    header.arguments[..codes.len()].copy_from_slice(codes);
                    header.result = R::CODE;
                }
                unsafe fn call(&self, input: *const u8, slot: &mut Slot) {
                    unsafe { self($(input.add(16 * $place).cast::<$name>().read_unaligned()),*) }.put(slot)
                }
            }
        };
    }
    callable!();
    callable!(A: 0);
    callable!(A: 0, B: 1);
    callable!(A: 0, B: 1, C: 2);
    callable!(A: 0, B: 1, C: 2, D: 3);
    callable!(A: 0, B: 1, C: 2, D: 3, E: 4);
    callable!(A: 0, B: 1, C: 2, D: 3, E: 4, G: 5);
    callable!(A: 0, B: 1, C: 2, D: 3, E: 4, G: 5, H: 6);
    callable!(A: 0, B: 1, C: 2, D: 3, E: 4, G: 5, H: 6, I: 7);
    callable!(A: 0, B: 1, C: 2, D: 3, E: 4, G: 5, H: 6, I: 7, J: 8);
    callable!(A: 0, B: 1, C: 2, D: 3, E: 4, G: 5, H: 6, I: 7, J: 8, K: 9);

    fn describe<A>(function: impl Callable<A>, header: &mut Header) {
        function.describe(header)
    }

    unsafe fn call<A>(function: impl Callable<A>, input: *const u8, slot: &mut Slot) {
        unsafe { function.call(input, slot) }
    }

    #[unsafe(no_mangle)]
    pub extern "C" fn lydian_describe(header: *mut Header) {
        std::panic::set_hook(Box::new(|_| {}));
        describe(LYDIAN_FUNCTION, unsafe { &mut *header })
    }

    #[unsafe(no_mangle)]
    pub extern "C" fn lydian_call(input: *const u8, slot: *mut Slot) {
        let slot = unsafe { &mut *slot };
        let guarded = std::panic::AssertUnwindSafe(|| unsafe { call(LYDIAN_FUNCTION, input, &mut *slot) });
        if let Err(payload) = std::panic::catch_unwind(guarded) {
            let text = payload.downcast_ref::<&str>().copied();
            let text = text.or(payload.downcast_ref::<String>().map(|s| s.as_str()));
            slot.reject(&format!("panic: {}", text.unwrap_or("no text")));
        }
    }
}
