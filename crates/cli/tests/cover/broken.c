int broken(double x) {
    if (x > undeclared) return 1;
    return 0;
}
