/**
 * Timeouts that depend on each other, in milliseconds; `deadlines.test.ts` checks that they fit together. A worker that stops
 * first waits for the push service, then writes the outcomes. The longest of both does not fit into `stopWithin`. The worker that takes the
 * chunk over sends again to recipients without a stored outcome.
 */
export const deadlines = {
  /** The push service answers one message. Afterwards it is unknown whether the message was accepted. */
  pushAnswer: 15_000,
  /** Time in which a stopping worker keeps trying to store outcomes. */
  lastWrites: 8_000,
  /** A process exits by itself after a stop signal (F07). */
  stopWithin: 20_000,
  /** A request has arrived, headers and body. */
  request: 60_000,
  /** A caller reads a part of the waiting response. */
  stalledReader: 60_000,
  /** A stopping API has completed its running requests, the longest upload included (D-20). */
  leaveWithin: 65_000,
  /** The supervisor kills a process that has not stopped. */
  killAfter: 21_000,
  /** A caller waits for a lock, or for a statement. */
  lock: 5_000,
  statement: 15_000,
  /** A connection in use on which nothing came or went is dead. */
  silence: 20_000,
} as const;
