import type { Db } from '../../tables.ts';
import { readWitnesses } from './sample.repository.ts';
import type { Send } from './push-gateway.ts';

const WITNESSES = 3;

/** `nobody`: this notification reached no phone that could tell. */
export type Testimony = 'sound' | 'unsound' | 'unknown' | 'nobody';

type Asking = {
  rehearse: Send;
  /** Waits for the turn of so many messages; false: it is too far away. */
  turn: (messages: number) => Promise<boolean>;
};

/**
 * Whether phones that this notification reached could still be reached, without sending it to them again: `sound` when most could,
 * `unsound` when most could not. As many as not, or none who could tell, is `unknown`; the refused key of one platform says nothing of
 * the others. To the push service a question is a message like any other, so they take their turn.
 */
export const askWitnesses = async (db: Db, notificationId: string, { rehearse, turn }: Asking): Promise<Testimony> => {
  const witnesses = await readWitnesses(db, notificationId, WITNESSES);
  if (witnesses.length === 0) return 'nobody';
  if (!(await turn(witnesses.length))) return 'unknown';
  const answers = await Promise.allSettled(witnesses.map(rehearse));
  const is = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.is : 'transient'));
  const good = is.filter((one) => one === 'accepted').length;
  const bad = is.filter((one) => one === 'deadAddress' || one === 'stop').length;
  if (good === bad) return 'unknown';
  return good > bad ? 'sound' : 'unsound';
};
