/* A part of bot.c: the files of a script. */

/* The bytes of a source file that is still read. */
#define SOURCE_MAX (16 << 20)

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

/* Names of modules are paths without the first slash, so that errors name files as their author
   does. */
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
