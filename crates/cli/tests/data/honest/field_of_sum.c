// What a bit-field keeps of a sum is not compared with itself.
// run: stress --range x=0:9
// not harmless: trunc at v.a = x + 1
// finds: trunc at v.a = x + 1
// ends: 1
struct s {
    int a : 3;
};
int f(int x) {
    struct s v;
    v.a = x + 1;
    return v.a;
}
