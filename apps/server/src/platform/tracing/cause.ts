import { AsyncLocalStorage } from 'node:async_hooks';
import type { Carrier, Part } from './tracing.ts';

/** Why something is done: for a request, or for a send that a request caused. */
export type Cause = {
  /** The number of the request. */
  requestId: string | undefined;
  /** What a trace calls it while it is done; none outside of traces. */
  part?: Part | null;
  /** What has been written for it, a text each. */
  written?: Set<string>;
};

/** What a request says of itself to another process. */
export type Told = { requestId: string; trace?: Carrier };

/** As many as a line holds; whoever writes thousands of rows says how many more. */
const NAMED = 10;

const causes = new AsyncLocalStorage<Cause>();

/** Does `work` as something that is done for `cause`, with all that comes of it. */
export const becauseOf = <T>(cause: Cause, work: () => T): T => causes.run(cause, work);

/** For what the present work is done; undefined when for nobody's asking. */
export const presentCause = (): Cause | undefined => causes.getStore();

/** Notes what is written, to stand in the line of its request (OPS-02). */
export const noteWritten = (what: string): void => void causes.getStore()?.written?.add(what);

/** What a request has written, for its line. */
export const writtenFor = ({ written }: Cause): { wrote?: string[]; andMore?: number } => {
  if (!written || written.size === 0) return {};
  const named = [...written].slice(0, NAMED);
  return { wrote: named, ...(written.size > NAMED && { andMore: written.size - NAMED }) };
};

/** What another process has to know of the present request; null when there is none. */
export const toldOfCause = (): Told | null => {
  const cause = causes.getStore();
  if (cause?.requestId === undefined) return null;
  const trace = cause.part?.carrier();
  return { requestId: cause.requestId, ...(trace && { trace }) };
};
