/* A part of bot.c: what the author of a script is told when it fails. */

/* The status of a script that ended with an error that nobody caught. */
#define STATUS_ERROR 1

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

/* A promise that was rejected when nobody listened, and that may be listened to until the queue
   of jobs is empty. */
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
