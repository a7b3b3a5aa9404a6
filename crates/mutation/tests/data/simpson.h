typedef double (*integrand)(double);
