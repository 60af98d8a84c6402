/**
 * Node keeps every HTTP/2 stream that was ever used until the next full collection, so each small collection copies a
 * third of what it looks at: a larger young generation makes them rarer, and one thread does them with a sixth less
 * processor time than several. Left alone the young generation takes 80 MB more; a worker stays below 300 MB.
 */
export const WORKER_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16', '--no-parallel-scavenge'];
