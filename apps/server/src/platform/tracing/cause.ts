import { AsyncLocalStorage } from 'node:async_hooks';
import type { Carrier, Part } from './tracing.ts';

/** Cause of some work: a request, or a send that a request caused. */
export type Cause = {
  /** The id of the request. */
  requestId: string | undefined;
  /** The current span; none if the request is not traced. */
  part?: Part | null;
  /** Descriptions of its writes, such as `create store` and an id. */
  written?: Set<string>;
};

/** Request context that is passed to another process. */
export type RequestContext = { requestId: string; trace?: Carrier };

/** Maximum number of writes in a log line. The line also contains how many more there were. */
const NAMED = 10;

const causes = new AsyncLocalStorage<Cause>();

/** Runs `work`, and everything that it starts, with `cause` as its cause. */
export const becauseOf = <T>(cause: Cause, work: () => T): T => causes.run(cause, work);

/** Returns the cause of the current work; undefined if it has none. */
export const presentCause = (): Cause | undefined => causes.getStore();

/** Records a write for the log line of its request (OPS-02). */
export const noteWritten = (what: string): void => void causes.getStore()?.written?.add(what);

/** Returns the log fields that list the writes of a request. */
export const writtenFor = ({ written }: Cause): { wrote?: string[]; andMore?: number } => {
  if (!written || written.size === 0) return {};
  const named = [...written].slice(0, NAMED);
  return { wrote: named, ...(written.size > NAMED && { andMore: written.size - NAMED }) };
};

/** Returns the context of the current request for another process; null outside of requests. */
export const requestContext = (): RequestContext | null => {
  const cause = causes.getStore();
  if (cause?.requestId === undefined) return null;
  const trace = cause.part?.carrier();
  return { requestId: cause.requestId, ...(trace && { trace }) };
};
