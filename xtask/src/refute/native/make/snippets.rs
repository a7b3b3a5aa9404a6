//! Ingredients that are written as they are: what an optimiser knows about C, and what C does behind its back.

use super::super::program::{Snippet, Stmt};
use super::super::types::{FLOATS, INTS, Ty};
use super::Make;

/// A snippet. In its texts, `$i` is an integer that exists and `$f` a number, `$v` the new variable, `$t` another new
/// name, and `@` marks names that are those of the case alone.
struct SnippetRow {
    /// Lines in front of the function.
    heads: &'static str,
    /// The same in the judge's text, if they are others.
    judged_heads: Option<&'static str>,
    /// Lines in the function.
    body: &'static str,
    /// The same in the judge's text, if they are others; `#0`, `#1`, … are slots.
    judged: Option<&'static str>,
    /// The lines of the slots, from 0, and what can happen there.
    slots: &'static [(u32, &'static str)],
    /// The type of `$v`, if there is such a variable.
    gives: Option<Ty>,
    /// Options of both commands.
    options: &'static [&'static str],
    /// A file `link.c`.
    link: Option<&'static str>,
    /// Whether its value may be anything.
    unknown: bool,
    /// Whether it must not stand beside arithmetic on floats: the judge's would disturb it.
    alone: bool,
}

const ROW: SnippetRow = SnippetRow {
    heads: "",
    judged_heads: None,
    body: "",
    judged: None,
    slots: &[],
    gives: Some(&INTS[0]),
    options: &[],
    link: None,
    unknown: false,
    alone: false,
};

const STRING: &str = "#include <string.h>";
const MATHS: &str = "#include <math.h>";

static ROWS: &[SnippetRow] = &[
    // Type punning, and what a float has beside its value.
    SnippetRow {
        heads: STRING,
        body: "double $t = $f;\nunsigned long $v;\nmemcpy(&$v, &$t, 8);",
        gives: Some(&INTS[8]),
        ..ROW
    },
    SnippetRow {
        body: "union { float f; unsigned u; } $t;\n$t.f = $f;\nunsigned $v = $t.u;",
        gives: Some(&INTS[1]),
        ..ROW
    },
    SnippetRow {
        heads: STRING,
        body: "unsigned $t = $i;\nfloat $v;\nmemcpy(&$v, &$t, 4);",
        gives: Some(&FLOATS[1]),
        ..ROW
    },
    SnippetRow {
        heads: MATHS,
        body: "double $t = $f;\nint $v = signbit($t * 0.0) != 0;",
        ..ROW
    },
    SnippetRow {
        heads: MATHS,
        body: "double $v = copysign(0.0, $f);",
        gives: Some(&FLOATS[0]),
        ..ROW
    },
    SnippetRow {
        heads: MATHS,
        body: "double $t = $f;\nint $v = ($t != $t) + 2 * (isinf($t) != 0);",
        ..ROW
    },
    // Memory of sizes that only the run knows, and bytes that nobody writes.
    SnippetRow {
        body: "int $t = ($i & 3) + 1;\nchar $ta[$t];\n$ta[0] = $i;\nint $v = $ta[0] + (int)sizeof $ta;",
        ..ROW
    },
    SnippetRow {
        body: "char *$t = __builtin_alloca(($i & 7) + 1);\n$t[0] = $i;\nint $v = $t[0];",
        ..ROW
    },
    SnippetRow {
        heads: STRING,
        body: "struct { char c; int i; } $t = {1, 2};\nunsigned char $v;\nmemcpy(&$v, (char *)&$t + 1, 1);",
        judged: Some("unsigned char $v; UNKNOWN(&$v, 1);"),
        gives: Some(&INTS[3]),
        unknown: true,
        ..ROW
    },
    // Nobody may know how far two variables are from each other: each build may place them in its own way.
    SnippetRow {
        body: "int $t = 1, $ta = 2;\nint $v = &$t + 1 == &$ta || &$ta + 1 == &$t;",
        unknown: true,
        ..ROW
    },
    // Bits of a NaN that get somewhere else by a copy.
    SnippetRow {
        heads: "static double from@;\nstatic long to@;",
        body: "double $t = $f;\nfrom@ = $t * 0.0 / 0.0;\n__builtin_memcpy(&to@, &from@, 8);\nlong $v = to@;",
        gives: Some(&INTS[7]),
        ..ROW
    },
    SnippetRow {
        heads: "static union { double d; long l; } one@, two@;",
        body: "double $t = 0;\none@.d = $t / $t;\ntwo@ = one@;\nlong $v = two@.l;",
        gives: Some(&INTS[7]),
        ..ROW
    },
    SnippetRow {
        heads: STRING,
        body: "struct { double d[80]; } $t;\nlong $ta[80];\n$t.d[0] = $f;\n$t.d[1] = ($t.d[0] - $t.d[0]) / 0.0;\nmemmove($ta, &$t, 16);\nlong $v = $ta[1];",
        gives: Some(&INTS[7]),
        ..ROW
    },
    // Functions that stay on their own for a while.
    SnippetRow {
        heads: "static long bits@(double *p, int k) {\nlong r;\nif (k > 0) return bits@(p, k - 1);\n__builtin_memcpy(&r, p, 8);\nreturn r;\n}",
        body: "double $t = 0, $ta = $t / $t;\nlong $v = bits@(&$ta, $i & 3);",
        gives: Some(&INTS[7]),
        ..ROW
    },
    SnippetRow {
        heads: "static const int row@[3] = {1, 2, 3};\nstatic int sixth@(const int *p, int k) { return k > 0 ? sixth@(p, k - 1) : p[5]; }",
        body: "int $v = sixth@(row@, $i & 3);",
        judged: Some("int $v; UNKNOWN(&$v, 4);"),
        unknown: true,
        ..ROW
    },
    SnippetRow {
        heads: "static long quotient@(double a, double b) { union { double d; long l; } c = {a / b}; return c.l; }",
        body: "long $v = quotient@(0.0, 0.0);",
        gives: Some(&INTS[7]),
        ..ROW
    },
    // Divisions that the compiler's library makes.
    SnippetRow {
        body: "__int128 $t = (__int128)((unsigned __int128)1 << 127), $ta = -1 - ($i & 1);\nint $v = (int)($t % $ta);",
        ..ROW
    },
    SnippetRow {
        body: "__int128 $t = (__int128)((unsigned __int128)1 << 127), $ta = -1;\nlong $v = (long)($t / $ta >> 64);",
        gives: Some(&INTS[7]),
        ..ROW
    },
    // Places outside of a variable.
    SnippetRow {
        body: "int $t[2] = {1, 2};\nint $v = $t[5];",
        judged: Some("int $v; UNKNOWN(&$v, 4);"),
        unknown: true,
        ..ROW
    },
    SnippetRow {
        body: "struct { int a, b[3]; } $t = {1, {2, 3, 4}};\nint *$ta = $t.b;\nint $v = $ta[3];",
        judged: Some("int $v; UNKNOWN(&$v, 4);"),
        unknown: true,
        ..ROW
    },
    // Memory that nobody clears between calls.
    SnippetRow {
        body: "int $t = ($i & 7) + 60;\nvolatile int $ta[$t];\nint $v = $ta[3];\n$ta[3] = $i;",
        judged: Some("int $v; UNKNOWN(&$v, 4);"),
        unknown: true,
        ..ROW
    },
    SnippetRow {
        body: "volatile int *$t = __builtin_alloca(64 + ($i & 7));\nint $v = $t[3];\n$t[3] = $i;",
        judged: Some("int $v; UNKNOWN(&$v, 4);"),
        unknown: true,
        ..ROW
    },
    // State that is kept from call to call.
    SnippetRow {
        body: "static unsigned $t;\n$t++;\nunsigned $v = $t;",
        gives: Some(&INTS[1]),
        ..ROW
    },
    SnippetRow {
        heads: "static unsigned kept@ = 5;",
        body: "unsigned $v = kept@;\nkept@ = $i;",
        gives: Some(&INTS[1]),
        ..ROW
    },
    // Functions, and promises about them that are not kept.
    SnippetRow {
        heads: "static int sum@(int n) { return n <= 0 ? 0 : n + sum@(n - 1); }",
        body: "int $v = sum@($i & 15);",
        ..ROW
    },
    SnippetRow {
        heads: "static int calls@;\n__attribute__((const, noinline)) static int pure@(int x) { return calls@++ + (x & 1); }",
        body: "int $t = pure@($i);\nint $v = pure@($i);\n$v = $v == $t;",
        ..ROW
    },
    SnippetRow {
        heads: "static int calls@;\n__attribute__((pure, noinline)) static int pure@(int x) { return calls@++ + (x & 1); }",
        body: "int $t = pure@($i);\nint $v = pure@($i);\n$v = $v == $t;",
        ..ROW
    },
    SnippetRow {
        heads: "__attribute__((returns_nonnull, noinline)) static const char *some@(int x) { return x > 3 ? 0 : \"a\"; }",
        body: "int $v = some@($i) == 0;",
        ..ROW
    },
    SnippetRow {
        heads: "__attribute__((nonnull, noinline)) static int none@(const char *p) { return p == 0; }",
        body: "int $v = none@($i > 3 ? 0 : \"a\");",
        ..ROW
    },
    SnippetRow {
        heads: "typedef long *aligned@ __attribute__((align_value(64)));\n\
                __attribute__((noinline)) static int off@(aligned@ p) { return ((unsigned long)p & 63) != 0; }",
        judged_heads: Some(
            "__attribute__((noinline)) static int off@(long *p) { return ((unsigned long)p & 63) != 0; }",
        ),
        body: "int $v = off@((long *)((unsigned long)$i * 8));",
        ..ROW
    },
    SnippetRow {
        heads: "__attribute__((weak)) int weak@(int x) { return x & 3; }",
        body: "int $v = weak@($i);",
        ..ROW
    },
    SnippetRow {
        heads: "__attribute__((always_inline)) static inline int inlined@(int x) { return x & 3 ? x : 0; }",
        body: "int $v = inlined@($i);",
        ..ROW
    },
    // Promises about memory that are not kept.
    SnippetRow {
        heads: "__attribute__((noinline)) static int apart@(int *restrict a, int *restrict b) { *a = 1; *b = 2; return *a; }",
        body: "int $t[2] = {0, 0};\nint $v = apart@(&$t[0], &$t[$i & 1]);",
        ..ROW
    },
    SnippetRow {
        heads: "__attribute__((noinline)) static int kinds@(int *a, float *b) { *a = 1; *b = 2.0f; return *a; }",
        body: "int $t = 0;\nint $v = kinds@(&$t, (float *)&$t) == 1;",
        ..ROW
    },
    SnippetRow {
        body: "void *$t = __builtin_assume_aligned((void *)(unsigned long)$i, 64);\nint $v = ((unsigned long)$t & 63) != 0;",
        ..ROW
    },
    SnippetRow {
        heads: "__attribute__((assume_aligned(32), noinline)) static char *far@(unsigned long x) { return (char *)(x * 4); }",
        body: "int $v = ((unsigned long)far@($i) & 31) != 0;",
        ..ROW
    },
    SnippetRow {
        body: "int $t = 3;\nint *$ta = $i & 3 ? &$t : 0;\nint $v = *$ta;",
        judged: Some(
            "int $t = 3; int *$ta = $i & 3 ? &$t : 0; if (!$ta) { tainted = 1; STOP(STOPPED); } int $v = *$ta;",
        ),
        ..ROW
    },
    SnippetRow {
        heads: "enum few@ { ZERO@, ONE@ };",
        body: "enum few@ $t = (enum few@)($i & 3);\nint $v = $t > 1;",
        ..ROW
    },
    SnippetRow {
        body: "int $v = $i & 1;\n__asm__(\"incl %0\" : \"+r\"($v));",
        ..ROW
    },
    SnippetRow {
        body: "static int $t = 3;\nint $v = $t;\nif ($i == 9) $t = 4;",
        ..ROW
    },
    SnippetRow {
        heads: "static const int table@[4] = {1, 2, 3, 4};",
        body: "int $v = table@[$i & 3];",
        ..ROW
    },
    SnippetRow {
        heads: "static const volatile int fixed@ = 3;",
        body: "int $v = fixed@ + ($i & 1);",
        ..ROW
    },
    SnippetRow {
        heads: "#include <stdlib.h>",
        body: "char *$t = malloc(($i & 15) + 1);\nint $v = $t == 0;\nfree($t);",
        ..ROW
    },
    SnippetRow {
        heads: "#include <setjmp.h>\nstatic jmp_buf spot@;",
        body: "volatile int $t = $i & 3;\nint $v = setjmp(spot@);\nif ($v < $t) longjmp(spot@, $v + 1);",
        ..ROW
    },
    // Builtins.
    SnippetRow {
        body: "__builtin_assume(($i & 3) != 2);\nint $v = ($i & 3) == 2;",
        judged: Some("int $v = ($i & 3) == 2;"),
        ..ROW
    },
    SnippetRow {
        body: "int $v = __builtin_expect(($i & 3) == 2, 0);",
        ..ROW
    },
    SnippetRow {
        body: "int $t = 5;\nint $v = __builtin_constant_p($t);",
        ..ROW
    },
    SnippetRow {
        body: "int $v = __builtin_constant_p($i);",
        ..ROW
    },
    // The floating-point environment.
    SnippetRow {
        heads: "#include <fenv.h>",
        body: "feclearexcept(FE_ALL_EXCEPT);\nvolatile double $t = $i;\n$t = $t / 3;\nint $v = fetestexcept(FE_INEXACT) != 0;",
        alone: true,
        ..ROW
    },
    SnippetRow {
        heads: "#include <fenv.h>",
        body: "int $v = fetestexcept(FE_INEXACT) != 0;\nvolatile double $t = $i;\n$t = $t / 3;",
        alone: true,
        ..ROW
    },
    SnippetRow {
        heads: "#pragma STDC FENV_ACCESS ON",
        judged_heads: Some(""),
        body: "double $v = $f;",
        gives: Some(&FLOATS[0]),
        ..ROW
    },
    SnippetRow {
        heads: "#pragma STDC FP_CONTRACT ON",
        judged_heads: Some(""),
        body: "double $v = $f;",
        gives: Some(&FLOATS[0]),
        ..ROW
    },
    SnippetRow {
        body: "double $v = $f;",
        gives: Some(&FLOATS[0]),
        options: &["--cflags=-frounding-math"],
        ..ROW
    },
    SnippetRow {
        body: "double $v = $f;",
        gives: Some(&FLOATS[0]),
        options: &["--cflags=-ffp-model=strict"],
        ..ROW
    },
    SnippetRow {
        body: "double $v = $f;",
        gives: Some(&FLOATS[0]),
        options: &["--cflags=-ffast-math"],
        ..ROW
    },
    // Fields of some bits: assigned, and initialised. The lines of the fields have no other conversion.
    SnippetRow {
        body: "int $ta = $i & 15;\nstruct { int f : 3; } $t;\n$t.f = $ta + 1;\nint $v = $t.f;",
        judged: Some("int $ta = $i & 15; struct { int f : 3; } $t; if ($ta > 2) E(#0); $t.f = $ta + 1; int $v = $t.f;"),
        slots: &[(2, "trunc")],
        ..ROW
    },
    SnippetRow {
        body: "int $ta = $i & 1023;\nstruct { unsigned f : 5; int g : 9; } $t = {0};\n$t.g = -$ta;\nint $v = $t.g;",
        judged: Some(
            "int $ta = $i & 1023; struct { unsigned f : 5; int g : 9; } $t = {0}; if ($ta > 256) E(#0); $t.g = -$ta; int $v = $t.g;",
        ),
        slots: &[(2, "trunc")],
        ..ROW
    },
    SnippetRow {
        body: "int $ta = $i & 15;\nstruct { int f : 3; } $t = {\n$ta};\nint $v = $t.f;",
        judged: Some("int $ta = $i & 15; if ($ta > 3) E(#0); struct { int f : 3; } $t = {$ta}; int $v = $t.f;"),
        slots: &[(2, "trunc")],
        ..ROW
    },
    // What the compiled code does not tell of the source: signs of casts, of shifts, of steps, of what follows them.
    SnippetRow {
        body: "int $ta = $i & 511;\nsigned char $t = (signed char)$ta;\nint $v = *(unsigned char *)&$t;",
        judged: Some(
            "int $ta = $i & 511; if ($ta > 127) E(#0); signed char $t = (signed char)$ta; int $v = *(unsigned char *)&$t;",
        ),
        slots: &[(1, "trunc")],
        ..ROW
    },
    SnippetRow {
        body: "long $ta = 4294967296 + ($i & 3);\nunsigned long $v =\n(unsigned)(int)$ta;",
        judged: Some("long $ta = 4294967296 + ($i & 3); E(#0); unsigned long $v = (unsigned)(int)$ta;"),
        slots: &[(2, "trunc")],
        gives: Some(&INTS[8]),
        ..ROW
    },
    SnippetRow {
        body: "struct { unsigned a : 5, b : 3; } $t;\nint $ta = $i & 27;\n$t.b = 0;\n$t.a = 31;\n$t.a <<= $ta;\nint $v = $t.a;",
        judged: Some(
            "struct { unsigned a : 5, b : 3; } $t; int $ta = $i & 27; $t.b = 0; $t.a = 31; if ($ta > 26) { E(#0); tainted = 1; } \
             if ($ta > 0) E(#1); $t.a <<= $ta; int $v = $t.a;",
        ),
        slots: &[(4, "iovflow"), (4, "trunc")],
        ..ROW
    },
    SnippetRow {
        body: "struct { unsigned a : 5, b : 7; } $t;\n$t.a = 0;\n$t.b = $i & 1;\n$t.b--;\nint $v = $t.b;",
        judged: Some(
            "struct { unsigned a : 5, b : 7; } $t; $t.a = 0; $t.b = $i & 1; if (!$t.b) E(#0); $t.b--; int $v = $t.b;",
        ),
        slots: &[(3, "trunc")],
        ..ROW
    },
    SnippetRow {
        body: "unsigned $t = $i & 7;\nunsigned $v = 0;\nswitch ($t) {\ncase 2 ... 5: $v = $t - 4;\n}",
        judged: Some(
            "unsigned $t = $i & 7; unsigned $v = 0; if ($t == 2 || $t == 3) E(#0); switch ($t) { case 2 ... 5: $v = $t - 4; }",
        ),
        slots: &[(3, "iuflow")],
        gives: Some(&INTS[1]),
        ..ROW
    },
    SnippetRow {
        heads: "#define STEP@(x) ((x)++)",
        body: "signed char $t = $i & 127;\nSTEP@($t);\nint $v = $t;",
        judged: Some("signed char $t = $i & 127; if ($t == 127) E(#0); STEP@($t); int $v = $t;"),
        slots: &[(1, "trunc")],
        ..ROW
    },
    SnippetRow {
        body: "long $ta = 4294967296 + ($i & 3);\nint $v = 1 <<\n(int)$ta;",
        judged: Some("long $ta = 4294967296 + ($i & 3); E(#0); int $v = 1 << (int)$ta;"),
        slots: &[(2, "trunc")],
        ..ROW
    },
    // What a code generator computes itself.
    SnippetRow {
        body: "double $t[80];\n$t[0] = 128;\n$t[0] = $t[0] - $t[0];\n$t[1] = $t[0] / 0.0;\nint $v = __builtin_signbit($t[1]) != 0;",
        judged: Some(
            "double $t[80]; $t[0] = 128; $t[0] = $t[0] - $t[0]; E(#0); E(#1); $t[1] = $t[0] / 0.0; \
             int $v = __builtin_signbit($t[1]) != 0;",
        ),
        slots: &[(3, "fnan"), (3, "div0")],
        ..ROW
    },
    SnippetRow {
        body: "int $ta = 40;\n$ta = $ta + 1;\nunsigned $t = $i;\nint $v = $t\n>> $ta;",
        judged: Some("int $ta = 40; $ta = $ta + 1; unsigned $t = $i; E(#0); tainted = 1; int $v = $t >> ($ta & 31);"),
        slots: &[(4, "shift")],
        ..ROW
    },
    // The machine keeps the sign of a NaN in a product; one of the judge's compilers makes a negation of it.
    SnippetRow {
        heads: STRING,
        body: "unsigned long $t = 0x7ff8000000000000 | ($i & 7);\ndouble $ta;\nmemcpy(&$ta, &$t, 8);\n$ta = $ta * -1.0;\nint $v = __builtin_signbit($ta) != 0;",
        unknown: true,
        ..ROW
    },
    // Signs of a NaN and of zeros that arrive through variables.
    SnippetRow {
        heads: "static double quotient@;",
        body: "double $t = 0.0;\nquotient@ = $t / $t;\nint $v = __builtin_signbit(quotient@) != 0;",
        ..ROW
    },
    // C leaves open which of two zeros is the lesser, and compilers differ.
    SnippetRow {
        heads: MATHS,
        body: "double $t = -0.0;\nint $v = __builtin_signbit(fmin(0.0, $t)) != 0;",
        unknown: true,
        ..ROW
    },
    // A promise of the source that it does not keep.
    SnippetRow {
        body: "if ($i == 77) __builtin_unreachable();\nint $v = $i == 77;",
        judged: Some("int $v = $i == 77;"),
        ..ROW
    },
    // A copy of a whole structure, and a function that writes where it is told.
    SnippetRow {
        heads: "struct pair@ { int a, b, c, d, e; };",
        body: "struct pair@ $t[2] = {{1, 2, 3, 4, 5}, {$i, 7, 8, 9, 10}};\nstruct pair@ $ta = $t[$i & 1];\nint $v = $ta.a > 5;",
        ..ROW
    },
    SnippetRow {
        heads: MATHS,
        body: "int $t[2] = {0, 0};\ndouble $ta = frexp($f, &$t[$i & 1]);\nint $v = $t[0] != 0;",
        ..ROW
    },
    // Several numbers at once.
    SnippetRow {
        heads: "typedef int four@ __attribute__((vector_size(16)));",
        body: "four@ $t = {$i, 1, 2, 3};\n$t = $t + $t;\nint $v = $t[0];",
        judged: Some(
            "four@ $t = {$i, 1, 2, 3}; if (($t[0] ^ ($t[0] << 1)) < 0) E($t[0] < 0 ? #1 : #0); $t = $t + $t; int $v = $t[0];",
        ),
        slots: &[(1, "iovflow"), (1, "iuflow")],
        ..ROW
    },
    SnippetRow {
        heads: "typedef double two@ __attribute__((vector_size(16)));",
        body: "two@ $t = {$f, 1.0};\n$t = $t / 0.0;\ndouble $v = $t[1];",
        judged: Some("two@ $t = {$f, 1.0}; E(#0); $t = $t / 0.0; double $v = $t[1];"),
        slots: &[(1, "div0")],
        gives: Some(&FLOATS[0]),
        ..ROW
    },
    SnippetRow {
        body: "double _Complex $t = $i;\n$t = $t * $t + 1.0;\ndouble $v = __real__ $t;",
        gives: Some(&FLOATS[0]),
        ..ROW
    },
    SnippetRow {
        body: "double _Complex $t = 1e200;\n$t = $t * 1e200;\ndouble $v = __real__ $t;",
        judged: Some("double _Complex $t = 1e200; E(#0); $t = $t * 1e200; double $v = __real__ $t;"),
        slots: &[(1, "fovflow")],
        gives: Some(&FLOATS[0]),
        ..ROW
    },
    // Calls that round to integers, out of their range.
    SnippetRow {
        heads: MATHS,
        body: "double $t = 1e300;\nlong $v = lround($t);",
        judged: Some("double $t = 1e300; E(#0); tainted = 1; long $v = lround($t);"),
        slots: &[(1, "ftoi")],
        gives: Some(&INTS[7]),
        ..ROW
    },
    // Names of the library for something else.
    SnippetRow {
        heads: "double fma@(double x, double y, double z) { return x > y ? z : 7.0; }",
        body: "double $v = fma@($f, 2.0, 1.0);",
        gives: Some(&FLOATS[0]),
        ..ROW
    },
    SnippetRow {
        heads: "double round@(double x) { return x > 3 ? 1.0 : 2.0; }",
        body: "double $v = round@($f);",
        gives: Some(&FLOATS[0]),
        ..ROW
    },
    SnippetRow {
        heads: "void *memcpy@(void *to, const void *from, unsigned long n) {\n\
                for (unsigned long i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];\nreturn to; }",
        body: "int $t = $i;\nint $v;\nmemcpy@(&$v, &$t, sizeof $v);",
        ..ROW
    },
    // A second file that calls back.
    SnippetRow {
        heads: "static int hidden@;\nvoid back@(int x) { hidden@ = x; }\nvoid go@(int x);",
        judged_heads: Some("static int hidden@;\nstatic void go@(int x) { hidden@ = x; }"),
        body: "hidden@ = 0;\ngo@($i & 7);\nint $v = hidden@;",
        options: &["--link", "link.c"],
        link: Some("void back@(int x); void go@(int x) { back@(x); }\n"),
        ..ROW
    },
    SnippetRow {
        heads: "int shared@;\nint twice@(int x);",
        judged_heads: Some("static int shared@;\nstatic int twice@(int x) { shared@ = x & 3; return 2; }"),
        body: "shared@ = 9;\nint $v = twice@($i);\n$v = $v + shared@;",
        options: &["--link", "link.c"],
        link: Some("extern int shared@; int twice@(int x) { shared@ = x & 3; return 2; }\n"),
        ..ROW
    },
    // Structures by value and by pointer.
    SnippetRow {
        heads: "struct pair@ { short a; int b; };\n\
                static struct pair@ swap@(struct pair@ p) { struct pair@ q = {(short)p.b, p.a}; return q; }",
        body: "struct pair@ $t = {(short)$i, 3};\n$t = swap@($t);\nint $v = $t.b;",
        ..ROW
    },
    SnippetRow {
        heads: "struct node@ { int a[3]; };\nstatic int last@(struct node@ *p) { return p->a[2]; }",
        body: "struct node@ $t = {{1, 2, 3}};\n$t.a[$i & 1] = 7;\nint $v = last@(&$t);",
        ..ROW
    },
    SnippetRow {
        heads: "static int less@(int x) { return x & 1; }\nstatic int more@(int x) { return x & 2; }",
        body: "int (*$t)(int) = $i & 4 ? less@ : more@;\nint $v = $t($i);",
        ..ROW
    },
    // Bit-fields and overlapping bits.
    SnippetRow {
        body: "struct { int a : 3; unsigned b : 5; } $t = {0};\n$t.a = $i & 3;\n$t.b = $i & 31;\nint $v = $t.a + $t.b;",
        ..ROW
    },
    SnippetRow {
        body: "volatile int $t = 4;\nint $v = $t == 4;",
        ..ROW
    },
];

/// One of the snippets.
pub fn one(make: &mut Make) -> Vec<Stmt> {
    let row = make.rng.pick(ROWS);
    // Each at most once: what it writes in front of the function has names of its own.
    let again = !row.heads.is_empty()
        && make
            .program
            .heads
            .iter()
            .any(|(plain, _)| plain == row.heads && plain.contains('@'));
    let linked = row.link.is_some() && !make.program.files.is_empty();
    let common = [STRING, MATHS].contains(&row.heads);
    let clash = !common && again || linked || row.alone && (make.floats || !make.program.heads.is_empty());
    if clash || clashes(make, row.heads) {
        return super::plain::assignment(make);
    }
    make.program.unknowns |= row.unknown;
    front(make, row);
    lines(make, row)
}

/// Whether a name of the heads is already there.
fn clashes(make: &Make, heads: &str) -> bool {
    let names = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '@'));
        words.filter(|word| word.ends_with('@')).map(str::to_owned).collect()
    };
    let new = names(heads);
    make.program
        .heads
        .iter()
        .any(|(plain, _)| names(plain).iter().any(|name| new.contains(name)))
}

fn front(make: &mut Make, row: &SnippetRow) {
    if !row.heads.is_empty() {
        let judged = row.judged_heads.unwrap_or(row.heads);
        let head = (row.heads.to_owned(), judged.to_owned());
        if !make.program.heads.contains(&head) {
            make.program.heads.push(head);
        }
    }
    make.program
        .options
        .extend(row.options.iter().map(|option| (*option).to_owned()));
    if let Some(text) = row.link {
        make.program.files.push(("link.c".into(), text.into()));
    }
}

fn lines(make: &mut Make, row: &SnippetRow) -> Vec<Stmt> {
    let (value, other) = (make.name(), make.name());
    let (int, number) = (make.variable(false), make.variable(true));
    let fill = |text: &str| {
        let text = text.replace("$v", &value).replace("$t", &other);
        text.replace("$i", &int).replace("$f", &number)
    };
    let snippet = Snippet {
        plain: fill(row.body).lines().map(str::to_owned).collect(),
        judged: fill(row.judged.unwrap_or(row.body)),
        slots: row.slots.to_vec(),
    };
    if let Some(ty) = row.gives {
        make.vars.push((value, ty));
    }
    vec![Stmt::Snippet(snippet)]
}

impl Make {
    /// The name of a variable: an integer of at most 64 bits, or any number.
    fn variable(&mut self, floats: bool) -> String {
        let fits = |(_, ty): &&(String, Ty)| ty.gcc && (floats || !ty.float && ty.bits > 1 && ty.bits <= 64);
        let found: Vec<String> = self.vars.iter().filter(fits).map(|(name, _)| name.clone()).collect();
        if found.is_empty() {
            "sizeof(int)".into()
        } else {
            self.rng.pick(&found).clone()
        }
    }
}
