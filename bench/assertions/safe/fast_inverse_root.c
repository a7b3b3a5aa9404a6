// safe: the relative error of the famous step is below 0.00176, so y * y * x is within 0.0036 of one; all floats were tried.
#include <stdint.h>
#include <string.h>

int check(float x) {
    if (!(x >= 0.01f && x <= 100.0f)) return 0;
    uint32_t i;
    float y;
    memcpy(&i, &x, sizeof i);
    i = 0x5f3759dfu - (i >> 1);
    memcpy(&y, &i, sizeof y);
    y = y * (1.5f - 0.5f * x * y * y);
    float e = y * y * x - 1.0f;
    int ok = e < 0.004f && e > -0.004f;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
