/* Frequency shift heard from a moving source. */

/* Correct. */
double doppler(double u, double v, double T) {
    double t1 = 331.4 + 0.6 * T;
    return -t1 * v / ((t1 + u) * (t1 + u));
}

/* Wrong for this specification: seven digits where ten are asked. */
double doppler_float(double u, double v, double T) {
    float t1 = 331.4f + 0.6f * (float)T;
    return -t1 * (float)v / ((t1 + (float)u) * (t1 + (float)u));
}

/* Wrong for this specification: floats come in and go out. */
float doppler_all_float(float u, float v, float T) {
    float t1 = 331.4f + 0.6f * T;
    return -t1 * v / ((t1 + u) * (t1 + u));
}
