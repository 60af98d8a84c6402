import { setImmediate as breathe } from 'node:timers/promises';

const SLICE_MS = 4;

/** To be awaited after each piece of long work. */
export type Turn = () => Promise<void> | void;

/** Gives others their turn when it is time, so that nobody waits long for an answer; throws when it is stopped. */
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

/** The same where nothing stops it. */
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
