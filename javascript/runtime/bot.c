/* Runs a JavaScript bot: `bot.wasm /bot.js [ARGUMENTS...]`, or `bot.wasm --check /bot.js` to parse it only.
 *
 * The context is made in `initialize`, which runs once, when the module is built: `snapshot` keeps what memory and
 * globals hold then. `resume` becomes the module's `_start`. What must differ between runs (arguments, files, the seed
 * of Math.random, the origin of performance.now) is therefore read in `resume` and nowhere before. */

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <wasi/api.h>

#include "quickjs.h"

/* The bytes that the sandbox gives to the frames of calls, and those of them that the engine's own functions may need
 * when a script's calls have used up the others: such a call fails with an error of the language. */
#define STACK_BYTES (512 << 10)
#ifndef STACK_RESERVE
#define STACK_RESERVE (48 << 10)
#endif
/* Bytes that the script's values may take; the sandbox gives 64 MiB. */
#define MEMORY_LIMIT (56 << 20)
/* Bytes beyond them for an error that says that they are used up. */
#define MEMORY_RESERVE (64 << 10)
/* Bytes that may be allocated before garbage with cycles is looked for. */
#define GC_THRESHOLD (1 << 20)
/* The bytes of a source file that is still read. */
#define SOURCE_MAX (16 << 20)

/* The status of a script that ended with an error that nobody caught. */
#define STATUS_ERROR 1

static JSRuntime *runtime;
static JSContext *context;
static bool is_resumed;

/* Standard streams. */

static uint8_t input[1 << 16];
static size_t input_start, input_end;
static bool input_has_ended;
static size_t reads;

static void write_all(int stream, const char *text, size_t length) {
    while (length > 0) {
        ssize_t written = write(stream, text, length);
        if (written <= 0)
            return;
        text += written;
        length -= (size_t)written;
    }
}

static bool fill_input(void) {
    if (input_has_ended)
        return false;
    ssize_t count = read(0, input, sizeof input);
    reads++;
    input_start = 0;
    input_end = count > 0 ? (size_t)count : 0;
    input_has_ended = count <= 0;
    return count > 0;
}

struct buffer {
    char *bytes;
    size_t length, capacity;
};

static bool append(struct buffer *buffer, const void *bytes, size_t length) {
    if (buffer->length + length > buffer->capacity) {
        size_t capacity = (buffer->length + length) * 2;
        char *grown = realloc(buffer->bytes, capacity);
        if (!grown)
            return false;
        buffer->bytes = grown;
        buffer->capacity = capacity;
    }
    memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
    return true;
}

/* readline(): the next line of the input without its end, or null after the last. */
static JSValue js_readline(JSContext *ctx, JSValueConst this_value, int argc, JSValueConst *argv) {
    struct buffer line = {0};
    for (;;) {
        if (input_start == input_end && !fill_input()) {
            if (line.length == 0) {
                free(line.bytes);
                return JS_NULL;
            }
            break;
        }
        uint8_t *start = input + input_start;
        size_t rest = input_end - input_start;
        uint8_t *end = memchr(start, '\n', rest);
        size_t length = end ? (size_t)(end - start) : rest;
        input_start += end ? length + 1 : length;
        if (end && line.length == 0) {
            if (length > 0 && start[length - 1] == '\r')
                length -= 1;
            return JS_NewStringLen(ctx, (const char *)start, length);
        }
        if (!append(&line, start, length)) {
            free(line.bytes);
            return JS_ThrowOutOfMemory(ctx);
        }
        if (end)
            break;
    }
    if (line.length > 0 && line.bytes[line.length - 1] == '\r')
        line.length -= 1;
    JSValue text = JS_NewStringLen(ctx, line.bytes, line.length);
    free(line.bytes);
    return text;
}

static bool append_text(struct buffer *out, const char *text) {
    return append(out, text, strlen(text));
}

/* Appends a value that cannot be made a text: a symbol, or an object whose own conversion fails. */
static bool append_unprintable(JSContext *ctx, struct buffer *out, JSValueConst value) {
    JS_FreeValue(ctx, JS_GetException(ctx));
    if (!JS_IsSymbol(value))
        return append_text(out, "[object]");
    JSValue description = JS_GetPropertyStr(ctx, value, "description");
    const char *text = JS_IsString(description) ? JS_ToCString(ctx, description) : NULL;
    bool fits = append_text(out, "Symbol(") && (!text || append_text(out, text)) && append_text(out, ")");
    JS_FreeCString(ctx, text);
    JS_FreeValue(ctx, description);
    return fits;
}

/* Appends a value as `print` and `console` show it: text as it is, errors with their stack, other objects as JSON. Fails
 * only if there is no memory. */
static bool append_value(JSContext *ctx, struct buffer *out, JSValueConst value) {
    JSValue shown = JS_UNDEFINED;
    if (JS_IsError(value)) {
        const char *text = JS_ToCString(ctx, value);
        if (!text)
            return append_unprintable(ctx, out, value);
        bool fits = append_text(out, text);
        JS_FreeCString(ctx, text);
        JSValue stack = JS_GetPropertyStr(ctx, value, "stack");
        const char *lines = JS_IsString(stack) ? JS_ToCString(ctx, stack) : NULL;
        JS_FreeValue(ctx, stack);
        if (lines) {
            size_t length = strlen(lines);
            while (length > 0 && lines[length - 1] == '\n')
                length -= 1;
            fits = fits && (length == 0 || (append(out, "\n", 1) && append(out, lines, length)));
            JS_FreeCString(ctx, lines);
        }
        return fits;
    }
    if (JS_IsObject(value) && !JS_IsFunction(ctx, value)) {
        shown = JS_JSONStringify(ctx, value, JS_UNDEFINED, JS_UNDEFINED);
        if (JS_IsException(shown)) {
            /* For instance an object that contains itself: shown as text instead. */
            JS_FreeValue(ctx, JS_GetException(ctx));
            shown = JS_UNDEFINED;
        }
    }
    size_t length;
    const char *text = JS_ToCStringLen(ctx, &length, JS_IsUndefined(shown) ? value : shown);
    JS_FreeValue(ctx, shown);
    if (!text)
        return append_unprintable(ctx, out, value);
    bool fits = append(out, text, length);
    JS_FreeCString(ctx, text);
    return fits;
}

/* Writes its arguments with blanks between them, and ends the line. `stream` is 1 or 2. */
static JSValue js_print(JSContext *ctx, JSValueConst this_value, int argc, JSValueConst *argv, int stream) {
    struct buffer line = {0};
    bool fits = true;
    for (int index = 0; index < argc && fits; index++) {
        fits = index == 0 || append(&line, " ", 1);
        fits = fits && append_value(ctx, &line, argv[index]);
    }
    fits = fits && append(&line, "\n", 1);
    if (fits)
        write_all(stream, line.bytes, line.length);
    free(line.bytes);
    return fits ? JS_UNDEFINED : JS_ThrowOutOfMemory(ctx);
}

/* quit(status = 0): ends the bot. */
static JSValue js_quit(JSContext *ctx, JSValueConst this_value, int argc, JSValueConst *argv) {
    int32_t status = 0;
    if (argc > 0 && JS_ToInt32(ctx, &status, argv[0]))
        return JS_EXCEPTION;
    __wasi_proc_exit((uint32_t)status & 0xff);
}

/* Chance and time. */

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

/* In the C library's place: a context asks for the time when it is made, for the seed of a generator that nothing uses,
 * since Math.random is replaced, and for an origin of performance.now, which is replaced too. A snapshot must not keep an
 * answer. */
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

/* The stack. */

/* How many bytes of the stack are left as the sandbox counts them, which puts a body of its own in the place of this one:
 * volatile, so that the compiler does not know the answer. */
static volatile uintptr_t stack_bytes = STACK_BYTES;

__attribute__((export_name("botyard:stack-left"), noinline)) uintptr_t sandbox_stack_left(void) {
    return stack_bytes;
}

/* The stack in memory begins at address 0 and grows downwards, so that a frame's address is what is left of it. The engine
 * subtracts what a frame is about to take: far above 0, so that this is never below it. */
uintptr_t count_stack_left(const void *frame) {
    uintptr_t left = sandbox_stack_left();
    return (1 << 30) + (left < (uintptr_t)frame ? left : (uintptr_t)frame);
}

/* Long computations. */

/* Nanoseconds after which a script that has read nothing meanwhile says where it is, once: if its time is up before it reads again,
 * nobody could tell which of its loops has no end. Below the limits of all games. */
#define LONG_COMPUTATION UINT64_C(800000000)

static JSValue error_constructor;

/* The engine calls it every few thousand loops and calls. */
static int note_long_computation(JSRuntime *rt, void *opaque) {
    static size_t seen_reads = SIZE_MAX;
    static uint64_t since;
    static bool is_noted;
    if (is_noted)
        return 0;
    if (seen_reads != reads) {
        seen_reads = reads;
        since = now();
        return 0;
    }
    if (now() - since < LONG_COMPUTATION)
        return 0;
    is_noted = true;
    JSValue error = JS_CallConstructor(context, error_constructor, 0, NULL);
    JSValue stack = JS_IsException(error) ? JS_UNDEFINED : JS_GetPropertyStr(context, error, "stack");
    const char *places = JS_IsString(stack) ? JS_ToCString(context, stack) : NULL;
    if (places) {
        static const char note[] = "note: computing for 0.8 s since the last line was read\n";
        write_all(2, note, sizeof note - 1);
        write_all(2, places, strlen(places));
        JS_FreeCString(context, places);
    }
    JS_FreeValue(context, stack);
    JS_FreeValue(context, error);
    /* There may be no room for it. */
    JS_FreeValue(context, JS_GetException(context));
    return 0;
}

/* Memory, whose size the engine has to know for its limit. */

/* What is allocated, and whether the limit was reached: once it was, a reserve is left for the error that says so, which is
 * itself made of values. It is there again when the script has given up as much. */
static size_t allocated;
static bool is_reserve_open;

static bool has_room(size_t size) {
    if (allocated + MEMORY_RESERVE < MEMORY_LIMIT)
        is_reserve_open = false;
    if (size <= MEMORY_LIMIT && allocated + size <= MEMORY_LIMIT)
        return true;
    bool is_open = is_reserve_open;
    is_reserve_open = true;
    return is_open && size <= MEMORY_RESERVE && allocated + size <= MEMORY_LIMIT + MEMORY_RESERVE;
}

static void *counted(void *block) {
    allocated += block ? malloc_usable_size(block) : 0;
    return block;
}

static void *allocate_zeroed(void *opaque, size_t count, size_t size) {
    return has_room(count * size) ? counted(calloc(count, size)) : NULL;
}

static void *allocate(void *opaque, size_t size) {
    return has_room(size) ? counted(malloc(size)) : NULL;
}

static void release(void *opaque, void *block) {
    allocated -= block ? malloc_usable_size(block) : 0;
    free(block);
}

static void *resize(void *opaque, void *block, size_t size) {
    size_t before = block ? malloc_usable_size(block) : 0;
    if (size > before && !has_room(size - before))
        return NULL;
    void *moved = realloc(block, size);
    if (moved || size == 0) {
        allocated -= before;
        counted(moved);
    }
    return moved;
}

static size_t usable_size(const void *block) {
    return malloc_usable_size((void *)block);
}

static const JSMallocFunctions memory_functions = {allocate_zeroed, allocate, release, resize, usable_size};

/* Errors. */

/* What the names of other environments mean here. */
static const char *hint_for(const char *message) {
    static const struct {
        const char *start, *hint;
    } hints[] = {
        {"require is not defined", "bots have no Node.js modules; `readline()` reads a line and `print(text)` writes one"},
        {"cannot find the file 'node:", "bots have no Node.js modules; `readline()` reads a line and `print(text)` writes one"},
        {"cannot find the file 'fs'", "bots have no Node.js modules; `readline()` reads a line and `print(text)` writes one"},
        {"cannot find the file 'readline'", "bots have no Node.js modules; `readline()` reads a line and `print(text)` writes one"},
        {"process is not defined", "bots are not run by Node.js; `readline()` reads a line and `print(text)` writes one"},
        {"module is not defined", "a script of several files uses `export` and `import ... from \"./name.js\"`"},
        {"exports is not defined", "a script of several files uses `export` and `import ... from \"./name.js\"`"},
        {"setTimeout is not defined", "bots have no timers: they answer each question at once"},
        {"fetch is not defined", "bots have no network"},
        {"window is not defined", "bots have no page; `readline()` reads a line and `print(text)` writes one"},
        {"document is not defined", "bots have no page; `readline()` reads a line and `print(text)` writes one"},
        {"prompt is not defined", "`readline()` reads a line of the input"},
        {"alert is not defined", "`print(text)` writes a line, `console.error(text)` a note to yourself"},
    };
    for (size_t index = 0; index < sizeof hints / sizeof *hints; index++)
        if (strstr(message, hints[index].start))
            return hints[index].hint;
    return NULL;
}

static void report(JSContext *ctx, JSValueConst error) {
    struct buffer text = {0};
    bool fits = JS_IsError(error) || append(&text, "uncaught: ", 10);
    if (fits && append_value(ctx, &text, error) && append(&text, "\n", 1)) {
        write_all(2, text.bytes, text.length);
        if (append(&text, "", 1)) {
            const char *hint = hint_for(text.bytes);
            if (hint) {
                write_all(2, "hint: ", 6);
                write_all(2, hint, strlen(hint));
                write_all(2, "\n", 1);
            }
        }
    } else {
        static const char sentence[] = "InternalError: out of memory\n";
        write_all(2, sentence, sizeof sentence - 1);
    }
    free(text.bytes);
}

static _Noreturn void fail(JSContext *ctx) {
    JSValue error = JS_GetException(ctx);
    report(ctx, error);
    __wasi_proc_exit(STATUS_ERROR);
}

/* A promise that was rejected when nobody listened, and that may be listened to until the queue of jobs is empty. */
static JSValue unhandled = JS_UNDEFINED, unhandled_reason = JS_UNDEFINED;

static void note_rejection(JSContext *ctx, JSValueConst promise, JSValueConst reason, bool is_handled, void *opaque) {
    bool is_same = JS_VALUE_GET_PTR(promise) == (JS_IsUndefined(unhandled) ? NULL : JS_VALUE_GET_PTR(unhandled));
    if (is_handled ? !is_same : !JS_IsUndefined(unhandled))
        return;
    JS_FreeValue(ctx, unhandled);
    JS_FreeValue(ctx, unhandled_reason);
    unhandled = is_handled ? JS_UNDEFINED : JS_DupValue(ctx, promise);
    unhandled_reason = is_handled ? JS_UNDEFINED : JS_DupValue(ctx, reason);
}

/* Files. */

static char *read_source(const char *path, size_t *length) {
    int file = open(path, O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) || status.st_size > SOURCE_MAX || !S_ISREG(status.st_mode)) {
        if (file >= 0)
            close(file);
        return NULL;
    }
    char *text = malloc((size_t)status.st_size + 1);
    size_t filled = 0;
    while (text && filled < (size_t)status.st_size) {
        ssize_t count = read(file, text + filled, (size_t)status.st_size - filled);
        if (count <= 0)
            break;
        filled += (size_t)count;
    }
    close(file);
    if (text)
        text[filled] = 0;
    *length = filled;
    return text;
}

/* Names of modules are paths without the first slash, so that errors name files as their author does. */
static JSModuleDef *load_module(JSContext *ctx, const char *name, void *opaque) {
    char path[1024];
    size_t length = 0;
    snprintf(path, sizeof path, "/%s", name);
    char *source = read_source(path, &length);
    if (!source) {
        JS_ThrowReferenceError(ctx, "cannot find the file '%s': imports name a file of the bot, as in \"./%s.js\"", name, "name");
        return NULL;
    }
    JSValue module = JS_Eval(ctx, source, length, name, JS_EVAL_TYPE_MODULE | JS_EVAL_FLAG_COMPILE_ONLY);
    free(source);
    if (JS_IsException(module))
        return NULL;
    JSModuleDef *definition = JS_VALUE_GET_PTR(module);
    JS_FreeValue(ctx, module);
    return definition;
}

/* The module's own two functions. */

static const JSCFunctionListEntry console_functions[] = {
    JS_CFUNC_MAGIC_DEF("log", 0, js_print, 1),    JS_CFUNC_MAGIC_DEF("info", 0, js_print, 1),
    JS_CFUNC_MAGIC_DEF("debug", 0, js_print, 1),  JS_CFUNC_MAGIC_DEF("error", 0, js_print, 2),
    JS_CFUNC_MAGIC_DEF("warn", 0, js_print, 2),   JS_CFUNC_MAGIC_DEF("trace", 0, js_print, 2),
};

static const JSCFunctionListEntry global_functions[] = {
    JS_CFUNC_DEF("readline", 0, js_readline),
    JS_CFUNC_MAGIC_DEF("print", 0, js_print, 1),
    JS_CFUNC_DEF("quit", 0, js_quit),
    JS_OBJECT_DEF("console", console_functions, sizeof console_functions / sizeof *console_functions, JS_PROP_CONFIGURABLE | JS_PROP_WRITABLE),
};

/* Defines a property that scripts may replace. */
static void define(JSValueConst object, const char *name, JSValue value) {
    if (JS_DefinePropertyValueStr(context, object, name, value, JS_PROP_CONFIGURABLE | JS_PROP_WRITABLE) != 1)
        abort();
}

void __wasm_call_ctors(void);

__attribute__((export_name("initialize"))) void initialize(void) {
    __wasm_call_ctors();
    runtime = JS_NewRuntime2(&memory_functions, NULL);
    JS_SetGCThreshold(runtime, GC_THRESHOLD);
    JS_SetMaxStackSize(runtime, STACK_BYTES - STACK_RESERVE);
    JS_SetModuleLoaderFunc(runtime, NULL, load_module, NULL);
    JS_SetHostPromiseRejectionTracker(runtime, note_rejection, NULL);
    context = JS_NewContext(runtime);
    JSValue global = JS_GetGlobalObject(context);
    JSValue math = JS_GetPropertyStr(context, global, "Math");
    error_constructor = JS_GetPropertyStr(context, global, "Error");
    JS_SetInterruptHandler(runtime, note_long_computation, NULL);
    define(math, "random", JS_NewCFunction(context, js_random, "random", 0));
    JS_FreeValue(context, math);
    JSValue performance = JS_NewObject(context);
    define(performance, "now", JS_NewCFunction(context, js_performance_now, "now", 0));
    define(global, "performance", performance);
    JS_SetPropertyFunctionList(context, global, global_functions, sizeof global_functions / sizeof *global_functions);
    JS_FreeValue(context, global);
}

static char **read_arguments(size_t *count) {
    size_t bytes = 0;
    if (__wasi_args_sizes_get(count, &bytes))
        __wasi_proc_exit(STATUS_ERROR);
    char **arguments = malloc((*count + 1) * sizeof *arguments);
    char *text = malloc(bytes + 1);
    if (!arguments || !text || __wasi_args_get((uint8_t **)arguments, (uint8_t *)text))
        __wasi_proc_exit(STATUS_ERROR);
    arguments[*count] = NULL;
    return arguments;
}

static void run_jobs(void) {
    JSContext *job_context;
    int outcome;
    while ((outcome = JS_ExecutePendingJob(runtime, &job_context)) > 0)
        continue;
    if (outcome < 0)
        fail(job_context);
}

__attribute__((export_name("resume"))) void resume(void) {
    is_resumed = true;
    JS_UpdateStackTop(runtime);
    if (__wasi_random_get((uint8_t *)random_state, sizeof random_state))
        __wasi_proc_exit(STATUS_ERROR);
    random_state[0] |= 1;
    time_origin = now();

    size_t count = 0;
    char **arguments = read_arguments(&count);
    bool only_checks = count > 2 && !strcmp(arguments[1], "--check");
    size_t first = only_checks ? 2 : 1;
    if (count <= first) {
        static const char sentence[] = "usage: bot.wasm [--check] /SCRIPT.js [ARGUMENTS...]\n";
        write_all(2, sentence, sizeof sentence - 1);
        __wasi_proc_exit(2);
    }
    const char *path = arguments[first];
    JSValue global = JS_GetGlobalObject(context);
    JSValue rest = JS_NewArray(context);
    for (size_t index = first + 1; index < count; index++)
        JS_SetPropertyUint32(context, rest, (uint32_t)(index - first - 1), JS_NewString(context, arguments[index]));
    JS_SetPropertyStr(context, global, "scriptArgs", rest);
    JS_FreeValue(context, global);

    size_t length = 0;
    char *source = read_source(path, &length);
    if (!source) {
        struct buffer text = {0};
        append(&text, "cannot read the script ", 23);
        append(&text, path, strlen(path));
        append(&text, "\n", 1);
        write_all(2, text.bytes, text.length);
        __wasi_proc_exit(STATUS_ERROR);
    }
    const char *name = *path == '/' ? path + 1 : path;
    JSValue module = JS_Eval(context, source, length, name, JS_EVAL_TYPE_MODULE | JS_EVAL_FLAG_COMPILE_ONLY);
    free(source);
    if (JS_IsException(module))
        fail(context);
    if (only_checks)
        __wasi_proc_exit(0);
    JSValue done = JS_EvalFunction(context, module);
    if (JS_IsException(done))
        fail(context);
    run_jobs();
    if (!JS_IsUndefined(unhandled)) {
        report(context, unhandled_reason);
        __wasi_proc_exit(STATUS_ERROR);
    }
    if (JS_PromiseState(context, done) == JS_PROMISE_PENDING) {
        static const char sentence[] = "the script ended because it awaits what nothing will ever settle\n";
        write_all(2, sentence, sizeof sentence - 1);
        __wasi_proc_exit(STATUS_ERROR);
    }
    __wasi_proc_exit(0);
}
