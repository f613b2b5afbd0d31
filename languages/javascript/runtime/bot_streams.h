/* A part of bot.c: standard streams, and what scripts call to use them. */

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

/* Appends a value as `print` and `console` show it: text as it is, errors with their stack,
 * other objects as JSON. Fails only if there is no memory. */
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
