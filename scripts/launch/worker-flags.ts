/**
 * Node's young generation grows to 128 MB under a stream of short-lived objects, which a worker's are; 8 MB halves and
 * a few more collections keep the whole process below 300 MB.
 */
export const WORKER_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'];
