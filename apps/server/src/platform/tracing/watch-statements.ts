import type { Logger } from 'pino';
import { presentCause } from './cause.ts';
import type { Part, Tracing } from './tracing.ts';

/** Maximum length of a recorded statement. Values are never part of it. */
const MAX_TEXT = 2_000;
const NAME = /^(?:select )?\/\* prepared: ([\w ]+) \*\//;
const VERB = /^\W*(\w+)/;

/** Called when a statement is sent to PostgreSQL. Returns a function to call when it is done, with its error; undefined: not observed. */
export type WatchStatement = (text: string) => ((error?: unknown) => void) | undefined;

/** Records statements as spans of the current trace and, at log level `debug`, with their duration in the log (OPS-02). */
export const watchStatements = (log: Logger, tracing: Tracing | undefined): WatchStatement => {
  const partOf = (text: string): Part | undefined => {
    const within = presentCause()?.part;
    if (!tracing || !within) return undefined;
    const name = NAME.exec(text)?.[1] ?? VERB.exec(text)?.[1]?.toLowerCase() ?? 'statement';
    const facts = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MAX_TEXT) };
    return tracing.begin({ name, kind: 'client', facts, within });
  };
  return (text) => {
    const isLogged = log.isLevelEnabled('debug');
    const part = partOf(text);
    if (!isLogged && !part) return undefined;
    const startedAt = performance.now();
    const requestId = presentCause()?.requestId;
    return (error) => {
      part?.end(error);
      if (!isLogged) return;
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      log.debug({ reqId: requestId, statement: text.slice(0, MAX_TEXT), ms, ...(error !== undefined && { err: error }) }, 'statement');
    };
  };
};
