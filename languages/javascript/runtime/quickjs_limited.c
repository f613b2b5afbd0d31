/* QuickJS-ng as it is, but with a limit on the stack.
 *
 * Its sources switch that limit off where `__wasi__` is defined, so that deep recursion would
 * end in a trap of the sandbox instead of an error of the language. What they otherwise leave
 * out for WASI (threads, atomics) they leave out for Emscripten too. The headers of the C
 * library come first: they need `__wasi__`.
 *
 * The engine compares the address of a frame with a limit. Here it gets how many bytes of the
 * stack are left instead: as the sandbox counts them, which sees every frame, or of the stack in
 * memory, whichever is less. */

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fenv.h>
#include <inttypes.h>
#include <limits.h>
#include <malloc.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#undef __wasi__
#define EMSCRIPTEN 1

uintptr_t count_stack_left(const void *frame);
#define __builtin_frame_address(level) ((void *)count_stack_left(__builtin_frame_address(level)))

#include "quickjs.c"
