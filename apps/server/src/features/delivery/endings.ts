import type { Db } from '../../tables.ts';

/** Callbacks that the owner of a notification provides. Each runs in the transaction of its event. */
export type Endings = {
  /** It was stopped, and why. */
  stopped: (db: Db, notificationId: string, error: string) => Promise<void>;
  /** These ended before anything was handed over. */
  nothingSent: (db: Db, notificationIds: readonly string[]) => Promise<void>;
};
