// unsafe: x = 0x1.dd6cdep+5
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
    int ok = e < 0.0035f && e > -0.0035f;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
