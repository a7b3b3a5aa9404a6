/// Stands between the driver in C and algorithms in Rust; the text of an algorithm comes before it.
#[allow(warnings, clippy::all)]
mod lydian {
    /// A call: the functions of the problem, the inputs, and room for the answers.
    pub struct Call {
        inputs: *const f64,
        answers: *mut f64,
    }

    impl Call {
        pub fn input(&self, index: usize) -> f64 {
            // SAFETY: a kind of problem has as many inputs as its interface reads.
            unsafe { *self.inputs.add(index) }
        }

        pub fn inputs(&self, first: usize, count: usize) -> Vec<f64> {
            (first..first + count).map(|i| self.input(i)).collect()
        }

        /// The square matrix of `n` rows that begins at an input.
        pub fn matrix(&self, first: usize, n: usize) -> Matrix {
            let rows = (0..n).map(|i| self.inputs(first + i * n, n)).collect();
            Matrix { rows, flat: self.inputs(first, n * n) }
        }

        /// Takes at most `count` answers; those that are not there stay what the driver made them, NaN.
        pub fn answer(&self, count: usize, answer: impl Answer) {
            for (i, number) in answer.numbers().into_iter().take(count).enumerate() {
                // SAFETY: the driver has room for `count` answers.
                unsafe { *self.answers.add(i) = number }
            }
        }
    }

    /// What an algorithm may return: numbers, or none of them.
    pub trait Answer {
        fn numbers(self) -> Vec<f64>;
    }

    impl Answer for f64 {
        fn numbers(self) -> Vec<f64> {
            vec![self]
        }
    }

    impl Answer for Vec<f64> {
        fn numbers(self) -> Vec<f64> {
            self
        }
    }

    impl Answer for Box<[f64]> {
        fn numbers(self) -> Vec<f64> {
            self.into_vec()
        }
    }

    impl<T: Answer> Answer for Option<T> {
        fn numbers(self) -> Vec<f64> {
            self.map_or(vec![], T::numbers)
        }
    }

    impl<T: Answer, E> Answer for Result<T, E> {
        fn numbers(self) -> Vec<f64> {
            self.ok().numbers()
        }
    }

    /// A square matrix in the two forms in which an algorithm may want it.
    pub struct Matrix {
        rows: Vec<Vec<f64>>,
        flat: Vec<f64>,
    }

    /// What is given as the type that a parameter has.
    pub trait Given<'a, S> {
        fn given(store: &'a mut S) -> Self;
    }

    macro_rules! given {
        (@ $store:ident, all) => { $store };
        (@ $store:ident, $field:ident) => { &mut $store.$field };
        ($($store:ty, $field:tt: $kind:ty, $slice:ty;)*) => {$(
            impl<'a> Given<'a, $store> for $kind {
                fn given(store: &'a mut $store) -> $kind {
                    std::mem::take(given!(@ store, $field))
                }
            }
            impl<'a> Given<'a, $store> for &'a $kind {
                fn given(store: &'a mut $store) -> &'a $kind {
                    given!(@ store, $field)
                }
            }
            impl<'a> Given<'a, $store> for &'a mut $kind {
                fn given(store: &'a mut $store) -> &'a mut $kind {
                    given!(@ store, $field)
                }
            }
            impl<'a> Given<'a, $store> for &'a $slice {
                fn given(store: &'a mut $store) -> &'a $slice {
                    given!(@ store, $field)
                }
            }
            impl<'a> Given<'a, $store> for &'a mut $slice {
                fn given(store: &'a mut $store) -> &'a mut $slice {
                    given!(@ store, $field)
                }
            }
        )*};
    }
    given! {
        Vec<f64>, all: Vec<f64>, [f64];
        Matrix, rows: Vec<Vec<f64>>, [Vec<f64>];
        Matrix, flat: Vec<f64>, [f64];
    }

    pub fn given<'a, S, T: Given<'a, S>>(store: &'a mut S) -> T {
        T::given(store)
    }

    type Function = unsafe extern "C" fn(LYDIAN_TYPES) -> f64;
    /// The functions of the problem that runs. A process runs one problem at a time.
    static mut HELD: *const Function = std::ptr::null();

    fn first(LYDIAN_PARAMETERS) -> f64 {
        // SAFETY: the driver has set it, and it has the functions of its kind.
        unsafe { (*HELD)(LYDIAN_ARGUMENTS) }
    }

    fn second(LYDIAN_PARAMETERS) -> f64 {
        // SAFETY: as above; only kinds with two functions call it.
        unsafe { (*HELD.add(1))(LYDIAN_ARGUMENTS) }
    }

    pub static F: fn(LYDIAN_TYPES) -> f64 = first;
    pub static DF: fn(LYDIAN_TYPES) -> f64 = second;

    /// In the place of a mutant that is not in this program.
    pub fn absent(_: &Call) {
        std::process::exit(0)
    }

    extern "C" {
        static lydian_mutant: i32;
    }

    #[no_mangle]
    pub extern "C" fn lydian_rust(functions: *const Function, inputs: *const f64, answers: *mut f64) {
        // SAFETY: one thread has run so far.
        let mutant = unsafe {
            HELD = functions;
            lydian_mutant
        };
        ENTRIES[mutant as usize](&Call { inputs, answers })
    }

    static ENTRIES: &[fn(&Call)] = &[LYDIAN_ENTRIES];
}
