/**
 * Heap limits of the APIs: each stays below 200 MB, without longer answer times.
 * - Objects of a request are short-lived, so a large young generation only takes memory: by default it grows to 130 MB in each API. A small
 *   one also stays in the processor's cache.
 * - By default the heap grows to almost twice the live data before a collection, 40 MB more for the feed of a large chain. Growth by a
 *   third is enough and takes no more processor time.
 */
export const API_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4', '--heap-growing-percent=30'];
