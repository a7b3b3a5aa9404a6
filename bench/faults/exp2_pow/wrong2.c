// kind: overflow
// fault: the scale factor is built from exponent bits, which underflows for results below 2^-1022
// shows at: x=-0x1.015c11bb7c7fcp+10
#include <math.h>
#include <stdint.h>
#include <string.h>

static const double T[16] = {
    0x1.0000000000000p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0,
    0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0,
    0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0,
    0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0,
};

double exp2_pow(double x)
{
    int k = (int)rint(16.0 * x);
    double f = x - k / 16.0;
    double r = f * 0.6931471805599453;
    double p = 1.0 / 5040.0;
    p = p * r + 1.0 / 720.0;
    p = p * r + 1.0 / 120.0;
    p = p * r + 1.0 / 24.0;
    p = p * r + 1.0 / 6.0;
    p = p * r + 0.5;
    p = r + r * r * p;
    int j = k & 15;
    double y = T[j] + T[j] * p;
    uint64_t b = (uint64_t)((k - j) / 16 + 1023) << 52;
    double s;
    memcpy(&s, &b, sizeof s);
    return y * s;
}
