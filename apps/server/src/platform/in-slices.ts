import { setImmediate as breathe } from 'node:timers/promises';

const SLICE_MS = 4;

/** To be awaited after each piece of long work. */
export type Turn = () => Promise<void> | void;

/** Yields to the event loop when a slice of time is used up, so that other requests are not delayed. Rejects when aborted. */
export const inSlices = (stopping: AbortSignal): Turn => {
  let began = performance.now();
  const others = async (): Promise<void> => {
    await breathe();
    stopping.throwIfAborted();
    began = performance.now();
  };
  return () => {
    if (performance.now() - began >= SLICE_MS) return others();
  };
};

/** The same without an abort signal. */
export const inTurns = (): Turn => inSlices(new AbortController().signal);

/** Maps rows one after the other. Other work of the process runs in between, however many rows there are. */
export const mapInSlices = async <Row, Result>(rows: Iterable<Row>, map: (row: Row) => Result | Promise<Result>): Promise<Result[]> => {
  const turn = inTurns();
  const results: Result[] = [];
  for (const row of rows) {
    results.push(await map(row));
    await turn();
  }
  return results;
};
