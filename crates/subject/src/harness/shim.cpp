/* Calls a function of C++ whose types the compiler knows. LYDIAN_FUNCTION and LYDIAN_RESULT are defined above. */
#include <cstring>
#include <exception>
#include <tuple>
#include "lydian.h"

namespace lydian_shim {

template <class T> struct Code { static unsigned short value() { return 0; } };
#define LYDIAN_CODE(T, letter) \
    template <> struct Code<T> { static unsigned short value() { return LYDIAN_TYPE(letter, sizeof(T)); } };
LYDIAN_CODE(float, 'f')
LYDIAN_CODE(double, 'f')
LYDIAN_CODE(long double, 'f')
LYDIAN_CODE(bool, 'u')
LYDIAN_CODE(char, (char)-1 < 0 ? 'i' : 'u')
LYDIAN_CODE(signed char, 'i')
LYDIAN_CODE(unsigned char, 'u')
LYDIAN_CODE(short, 'i')
LYDIAN_CODE(unsigned short, 'u')
LYDIAN_CODE(int, 'i')
LYDIAN_CODE(unsigned, 'u')
LYDIAN_CODE(long, 'i')
LYDIAN_CODE(unsigned long, 'u')
LYDIAN_CODE(long long, 'i')
LYDIAN_CODE(unsigned long long, 'u')

/* How a parameter is held and passed; pointers and references to what is not constant are results. */
template <class T> struct Parameter {
    typedef T Held;
    static const bool result = false;
    static T pass(Held &held) { return held; }
};
template <class T> struct Parameter<const T &> : Parameter<T> {};
template <class T> struct Parameter<T &> {
    typedef T Held;
    static const bool result = true;
    static T &pass(Held &held) { return held; }
};
template <class T> struct Parameter<T *> {
    typedef T Held;
    static const bool result = true;
    static T *pass(Held &held) { return &held; }
};
/* An array of inputs; its type has no code, so it is refused before any call. */
template <class T> struct Parameter<const T *> {
    typedef const T *Held;
    static const bool result = false;
    static const T *pass(Held &held) { return held; }
};

template <unsigned... I> struct List {};
template <unsigned N, unsigned... I> struct Make : Make<N - 1, N - 1, I...> {};
template <unsigned... I> struct Make<0, I...> {
    typedef List<I...> type;
};

/* The returned value, or nothing. */
template <class R> struct Returned {
    R value;
    template <class F, class... P> void take(F f, P &&...p) { value = f(static_cast<P &&>(p)...); }
    const void *place() const { return &value; }
    static unsigned size() { return sizeof(R); }
    static const bool status = false, nothing = false;
};
template <> struct Returned<void> {
    template <class F, class... P> void take(F f, P &&...p) { f(static_cast<P &&>(p)...); }
    const void *place() const { return nullptr; }
    static unsigned size() { return 0; }
    static const bool status = true, nothing = true;
};
template <class T> struct IsInt { static const bool value = false; };
template <> struct IsInt<int> { static const bool value = true; };

inline void say(char *to, unsigned room, const char *text) {
    std::strncpy(to, text, room - 1);
    to[room - 1] = 0;
}

template <class R, class... A> struct Caller {
    static const unsigned count = sizeof...(A);

    /* The place of the result that counts: 0 for the returned value, else 1 and the index of its parameter. */
    static unsigned chosen() {
        const bool results[] = {false, Parameter<A>::result...};
        unsigned first = 0;
        for (unsigned i = count; i > 0; i--)
            if (results[i]) first = i;
        if (LYDIAN_RESULT < 0) return Returned<R>::status || IsInt<R>::value ? first : 0;
        unsigned left = LYDIAN_RESULT, i = 0;
        while (left > 0 && ++i <= count) left -= results[i];
        return i;
    }

    static void describe(lydian_header *header) {
        const bool results[] = {false, Parameter<A>::result...};
        const unsigned short codes[] = {Code<R>::value(), Code<typename Parameter<A>::Held>::value()...};
        unsigned at = chosen(), inputs = 0;
        for (unsigned i = 1; i <= count; i++)
            if (!results[i] && inputs < LYDIAN_NUMBERS) header->arguments[inputs++] = codes[i];
        header->arity = inputs;
        if (at > count || (at == 0 && Returned<R>::nothing)) {
            header->failed = 1;
            say(header->text, sizeof header->text,
                "the function has no such result|choose 0 for the returned value, 1 for the first that is a parameter");
        } else {
            header->result = codes[at];
        }
    }

    template <unsigned... I> static void call(R (*f)(A...), const unsigned char *in, lydian_slot *slot, List<I...>) {
        const bool results[] = {false, Parameter<A>::result...};
        const unsigned short codes[] = {Code<R>::value(), Code<typename Parameter<A>::Held>::value()...};
        std::tuple<typename Parameter<A>::Held...> held;
        void *places[] = {nullptr, (void *)&std::get<I>(held)...};
        const unsigned sizes[] = {Returned<R>::size(), (unsigned)sizeof(typename Parameter<A>::Held)...};
        for (unsigned i = 1; i <= count; i++) {
            if (results[i]) {
                std::memset(places[i], 255, sizes[i]);
            } else {
                std::memcpy(places[i], in, sizes[i]);
                in += 16;
            }
        }
        Returned<R> returned;
        returned.take(f, Parameter<A>::pass(std::get<I>(held))...);
        unsigned at = chosen();
        slot->outcome = LYDIAN_VALUE;
        slot->type = codes[at];
        std::memcpy(slot->value, at == 0 ? returned.place() : places[at], sizes[at]);
        if (at != 0 && IsInt<R>::value) {
            int status;
            std::memcpy(&status, returned.place(), sizeof status);
            slot->status_type = codes[0];
            slot->status = status;
        }
    }
};

template <class R, class... A> void describe(R (*)(A...), lydian_header *header) { Caller<R, A...>::describe(header); }

template <class R, class... A> void call(R (*f)(A...), const unsigned char *in, lydian_slot *slot) {
    Caller<R, A...>::call(f, in, slot, typename Make<sizeof...(A)>::type());
}

inline void reject(lydian_slot *slot, const char *how) {
    slot->outcome = LYDIAN_REJECTED;
    say(slot->text, LYDIAN_TEXT, how);
    slot->length = (unsigned short)std::strlen(slot->text);
}

} // namespace lydian_shim

extern "C" void lydian_describe(lydian_header *header) { lydian_shim::describe(LYDIAN_FUNCTION, header); }

extern "C" void lydian_call(const unsigned char *in, lydian_slot *slot) {
    try {
        lydian_shim::call(LYDIAN_FUNCTION, in, slot);
    } catch (const std::exception &e) {
        lydian_shim::reject(slot, e.what());
    } catch (...) {
        lydian_shim::reject(slot, "an exception that is no std::exception");
    }
}
