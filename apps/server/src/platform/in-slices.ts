import { setImmediate as nextIteration } from 'node:timers/promises';

const SLICE_MS = 4;

/** Yields to the event loop when a time slice is used up. Await it after each piece of long work. */
export type Yield = () => Promise<void> | void;

/** Creates a `Yield`, so that long work does not delay other requests. It rejects once `stopping` is aborted. */
export const abortableYield = (stopping: AbortSignal): Yield => {
  let startedAt = performance.now();
  const yieldNow = async (): Promise<void> => {
    await nextIteration();
    stopping.throwIfAborted();
    startedAt = performance.now();
  };
  return () => {
    if (performance.now() - startedAt >= SLICE_MS) return yieldNow();
  };
};

/** The same without an abort signal. */
export const createYield = (): Yield => abortableYield(new AbortController().signal);

/** Maps rows one after the other. Other work of the process runs in between, however many rows there are. */
export const mapInSlices = async <Row, Result>(rows: Iterable<Row>, map: (row: Row) => Result | Promise<Result>): Promise<Result[]> => {
  const yieldIfDue = createYield();
  const results: Result[] = [];
  for (const row of rows) {
    results.push(await map(row));
    await yieldIfDue();
  }
  return results;
};
