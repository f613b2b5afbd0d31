/* Runs a JavaScript bot: `bot.wasm /bot.js [ARGUMENTS...]`, or `bot.wasm --check /bot.js` to
 * parse it only.
 *
 * The context is made in `initialize`, which runs once, when the module is built: `snapshot`
 * keeps what memory and globals hold then. `resume` becomes the module's `_start`. What must
 * differ between runs (arguments, files, the seed of Math.random, the origin of performance.now)
 * is therefore read in `resume` and nowhere before.
 *
 * Its parts are compiled as one, in this order: records of matches name the module by its hash. */

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

static JSRuntime *runtime;
static JSContext *context;
static bool is_resumed;

#include "bot_streams.h"
#include "bot_chance_and_time.h"
#include "bot_limits.h"
#include "bot_errors.h"
#include "bot_files.h"

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
