//! Golden texts of small problems, and laws that all texts keep.

use super::*;
