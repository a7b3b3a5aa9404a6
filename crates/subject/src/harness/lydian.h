/* What the harness and the shim of a subject agree on. The shim knows the subject's types, the harness knows nothing. */
#ifndef LYDIAN_H
#define LYDIAN_H

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers in, and numbers out. */
#define LYDIAN_NUMBERS 512
/* Bytes of a text. */
#define LYDIAN_TEXT 208
/* Bytes behind a result: a text, or further numbers of 16 bytes each. */
#define LYDIAN_ROOM (16 * LYDIAN_NUMBERS)
/* Bytes before and behind an array that must stay as they are. */
#define LYDIAN_ZONE 1024

/* A type is a letter and a size in bytes: 'f' float, 'i' signed integer, 'u' unsigned integer; 0: none of these. */
#define LYDIAN_TYPE(letter, size) ((unsigned short)((letter) << 8 | (size)))

/* What a call came to. Spoilt: broken, and so may be the memory of the process, which ends. */
enum { LYDIAN_VALUE = 1, LYDIAN_REJECTED = 2, LYDIAN_BROKEN = 3, LYDIAN_VALUES = 4, LYDIAN_SPOILT = 5 };

/* The first page of the shared memory. Capacity (inputs), width (numbers of an input) and slot (bytes of a result) are
 * set by the parent. */
struct lydian_header {
    unsigned long long ready, key, progress, base, first, count;
    unsigned int arity, environment;
    unsigned short result, status;
    unsigned int failed;
    unsigned int capacity, width, slot, unused;
    char text[512];
    unsigned short arguments[LYDIAN_NUMBERS];
};

/* One result. The checksum covers everything behind it, up to the end of the text.
 * Several numbers stand in place of the text: 16 bytes each, the code of the type in the last two. */
struct lydian_slot {
    unsigned long long check;
    unsigned char outcome, rounding;
    unsigned short type, length, status_type;
    long long status;
    long long exponent;
    unsigned char value[16];
    char text[LYDIAN_ROOM];
};

/* Fills in arity and types, or a text that says why the subject cannot be called. */
void lydian_describe(struct lydian_header *header);

/* Calls the subject. Each argument has 16 bytes, of which its type takes the first. */
void lydian_call(const unsigned char *arguments, struct lydian_slot *slot);

/* For shims with arrays: the next so many arguments have this type. A type without a code is no number. */
void lydian_types(struct lydian_header *header, unsigned count, unsigned short type, const char *name);

/* Makes an array of so many bytes ready in a block that has room for it and two zones; every byte
 * of it is 255, so that a number that is not written shows as a NaN. */
void *lydian_guard(unsigned char *block, unsigned long bytes);

/* Are both zones of the block as they were? If not, the result says so of `name`. */
int lydian_intact(const unsigned char *block, unsigned long bytes, const char *name, struct lydian_slot *slot);

/* Numbers from an input into an array, and from an array to the end of a result. */
void lydian_take(void *array, const unsigned char *input, unsigned long count, unsigned long size);
void lydian_put(struct lydian_slot *slot, const void *array, unsigned long count, unsigned long size, unsigned short type);

#ifdef __cplusplus
}
#endif
#endif
