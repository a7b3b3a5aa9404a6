// safe: for integers and divisors that are a sum of two powers of two, such as 10, dividing and multiplying gives the integer again (Kahan).
int check(int n) {
    double q = n / 10.0;
    double back = q * 10.0;
    if (!(back == n)) return 1;  /* assert */
    return 0;
}
