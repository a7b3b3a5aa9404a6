/* What the harness and the shim of a subject agree on. The shim knows the subject's types, the harness knows nothing. */
#ifndef LYDIAN_H
#define LYDIAN_H

#ifdef __cplusplus
extern "C" {
#endif

#define LYDIAN_ARGUMENTS 32
#define LYDIAN_TEXT 208

/* A type is a letter and a size in bytes: 'f' float, 'i' signed integer, 'u' unsigned integer; 0: none of these. */
#define LYDIAN_TYPE(letter, size) ((unsigned short)((letter) << 8 | (size)))

/* What a call came to. */
enum { LYDIAN_VALUE = 1, LYDIAN_REJECTED = 2, LYDIAN_BROKEN = 3 };

/* The first page of the shared memory. */
struct lydian_header {
    unsigned long long ready, key, progress, base, first, count;
    unsigned int arity, environment;
    unsigned short arguments[LYDIAN_ARGUMENTS];
    unsigned short result, status;
    unsigned int failed;
    char text[512];
};

/* One result. The checksum covers everything behind it, up to the end of the text. */
struct lydian_slot {
    unsigned long long check;
    unsigned char outcome, rounding;
    unsigned short type, length, status_type;
    long long status;
    long long exponent;
    unsigned char value[16];
    char text[LYDIAN_TEXT];
};

/* Fills in arity and types, or a text that says why the subject cannot be called. */
void lydian_describe(struct lydian_header *header);

/* Calls the subject. Each argument has 16 bytes, of which its type takes the first. */
void lydian_call(const unsigned char *arguments, struct lydian_slot *slot);

#ifdef __cplusplus
}
#endif
#endif
