// safe: the parts are at most 15, 12.5 and 5 in size, exactly, and rounding is monotone.
int check(double error, double integral, double before) {
    if (!(error >= -10.0 && error <= 10.0)) return 0;
    if (!(integral >= -100.0 && integral <= 100.0)) return 0;
    if (!(before >= -10.0 && before <= 10.0)) return 0;
    integral += error * 0.1;
    if (integral > 100.0) integral = 100.0;
    if (integral < -100.0) integral = -100.0;
    double u = 1.5 * error + 0.125 * integral + 0.25 * (error - before);
    int ok = u <= 32.5 && u >= -32.5;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
