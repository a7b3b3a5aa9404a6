/* The classical method of Runge and Kutta for a system of equations. */
typedef void (*rhs)(double t, const double *x, double *dx);

/* room: 5 * size numbers. */
int rk4(rhs f, double *x, int size, double t, double end, int steps, double *room)
{
    double *k1 = room, *k2 = room + size, *k3 = room + 2 * size, *k4 = room + 3 * size, *y = room + 4 * size;
    double h;
    int step, i;

    if (size < 1 || steps <= 0)
        return -1;
    h = (end - t) / steps;
    for (step = 0; step < steps; step++) {
        f(t, x, k1);
        for (i = 0; i < size; i++)
            y[i] = x[i] + 0.5 * h * k1[i];
        f(t + 0.5 * h, y, k2);
        for (i = 0; i < size; i++)
            y[i] = x[i] + 0.5 * h * k2[i];
        f(t + 0.5 * h, y, k3);
        for (i = 0; i < size; i++)
            y[i] = x[i] + h * k3[i];
        f(t + h, y, k4);
        for (i = 0; i < size; i++)
            x[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        t += h;
        switch (size) {
        case 1:
            if (x[0] != x[0])
                return 1;
            break;
        default:
            break;
        }
    }
    return steps > 0 && h ? 0 : 2;
}
