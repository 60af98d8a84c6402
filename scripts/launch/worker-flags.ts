/**
 * Node keeps every HTTP/2 stream that was ever used until the next full collection, so each small collection copies a
 * third of what it scans: one thread does them with less processor time than several. Twice as large a young generation makes them
 * rarer and saves a tenth of the processor time, but takes 40 MB more; with this one a worker stays below 300 MB.
 */
export const WORKER_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16', '--no-parallel-scavenge'];
