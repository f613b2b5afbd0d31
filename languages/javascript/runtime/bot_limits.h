/* A part of bot.c: the stack, the time and the memory that a script may use, and how it is told
   that they are used up. */

/* The bytes that the sandbox gives to the frames of calls, and those of them that the engine's
 * own functions may need when a script's calls have used up the others: such a call fails with
 * an error of the language. */
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

/* The stack. */

/* How many bytes of the stack are left as the sandbox counts them, which puts a body of its own
 * in the place of this one: volatile, so that the compiler does not know the answer. */
static volatile uintptr_t stack_bytes = STACK_BYTES;

__attribute__((export_name("botyard:stack-left"), noinline)) uintptr_t sandbox_stack_left(void) {
    return stack_bytes;
}

/* The stack in memory begins at address 0 and grows downwards, so that a frame's address is what
 * is left of it. The engine subtracts what a frame is about to take: far above 0, so that this
 * is never below it. */
uintptr_t count_stack_left(const void *frame) {
    uintptr_t left = sandbox_stack_left();
    return (1 << 30) + (left < (uintptr_t)frame ? left : (uintptr_t)frame);
}

/* Long computations. */

/* Nanoseconds after which a script that has read nothing meanwhile says where it is, once: if
 * its time is up before it reads again, nobody could tell which of its loops has no end. Below
 * the limits of all games. */
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

/* What is allocated, and whether the limit was reached: once it was, a reserve is left for the
 * error that says so, which is itself made of values. It is there again when the script has
 * given up as much. */
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
