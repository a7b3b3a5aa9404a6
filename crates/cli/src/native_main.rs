//! The executable `lydian-native`, which stands beside `lydian`.

fn main() {
    cli::lydian_native();
}
