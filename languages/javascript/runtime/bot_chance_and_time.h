/* A part of bot.c: where scripts have numbers by chance and the time from. A run's own seed and
   origin are set in `resume`. */

static uint64_t random_state[4];

static uint64_t rotated(uint64_t value, int bits) {
    return value << bits | value >> (64 - bits);
}

/* xoshiro256**, by David Blackman and Sebastiano Vigna. */
static uint64_t next_random(void) {
    uint64_t *state = random_state;
    uint64_t result = rotated(state[1] * 5, 7) * 9, shifted = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = rotated(state[3], 45);
    return result;
}

static JSValue js_random(JSContext *ctx, JSValueConst this_value, int argc, JSValueConst *argv) {
    return JS_NewFloat64(ctx, (double)(next_random() >> 11) * 0x1p-53);
}

static uint64_t now(void) {
    __wasi_timestamp_t time = 0;
    (void)__wasi_clock_time_get(__WASI_CLOCKID_MONOTONIC, 1, &time);
    return time;
}

static uint64_t time_origin;

static JSValue js_performance_now(JSContext *ctx, JSValueConst this_value, int argc, JSValueConst *argv) {
    return JS_NewFloat64(ctx, (double)(now() - time_origin) / 1e6);
}

/* In the C library's place: a context asks for the time when it is made, for the seed of a
 * generator that nothing uses, since Math.random is replaced, and for an origin of
 * performance.now, which is replaced too. A snapshot must not keep an answer. */
int clock_gettime(clockid_t clock, struct timespec *time) {
    __wasi_timestamp_t nanoseconds = 0;
    if (is_resumed)
        (void)__wasi_clock_time_get(clock == CLOCK_MONOTONIC ? __WASI_CLOCKID_MONOTONIC : __WASI_CLOCKID_REALTIME, 1, &nanoseconds);
    time->tv_sec = (time_t)(nanoseconds / 1000000000);
    time->tv_nsec = (long)(nanoseconds % 1000000000);
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    struct timespec precise;
    clock_gettime(CLOCK_REALTIME, &precise);
    time->tv_sec = precise.tv_sec;
    time->tv_usec = (suseconds_t)(precise.tv_nsec / 1000);
    return 0;
}
