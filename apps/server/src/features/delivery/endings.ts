import type { Db } from '../../tables.ts';

/** What whoever accepted a notification has to hear of its sending, in the transaction in which it happens. */
export type Endings = {
  /** It was stopped, and why. */
  stopped: (db: Db, notificationId: string, error: string) => Promise<void>;
  /** These ended before anything was handed over. */
  nothingSent: (db: Db, notificationIds: readonly string[]) => Promise<void>;
};
