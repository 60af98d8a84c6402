/**
 * How long things may take that wait for each other, in milliseconds; `deadlines.test.ts` holds what has to fit into what.
 * A worker that is told to stop first waits for the push service, then writes what it heard: both at their longest do not fit, and
 * what is not written by `stopWithin` is sent again by whoever takes the chunk over.
 */
export const deadlines = {
  /** The push service's answer to one message; then nobody knows whether it was taken. */
  pushAnswer: 15_000,
  /** How long a worker that is to stop still tries to write outcomes. */
  lastWrites: 8_000,
  /** A process that was told to stop ends by itself (F07). */
  stopWithin: 20_000,
  /** A request has arrived, headers and body. */
  request: 60_000,
  /** A caller has read something of an answer that waits for it. */
  stalledReader: 60_000,
  /** An API that was told to stop has finished what ran, the longest upload included (D-20). */
  leaveWithin: 65_000,
  /** Whoever started it ends it. */
  killAfter: 21_000,
  /** Somebody waits for the answer of a statement, or of a lock. */
  lock: 5_000,
  statement: 15_000,
  /** A connection in use on which nothing came or went is dead. */
  silence: 20_000,
} as const;
