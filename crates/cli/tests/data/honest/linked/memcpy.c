void *memcpy(void *to, const void *from, unsigned long size) {
    for (unsigned long i = 0; i < size; i++) ((volatile char *)to)[i] = 9;
    return to;
}
