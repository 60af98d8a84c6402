import type { Db } from '../../tables.ts';

/** Callbacks that the owner of a notification provides. Each runs in the transaction of its event. */
export type Endings = {
  /** Called with the reason when the notification was stopped. */
  stopped: (db: Db, notificationId: string, error: string) => Promise<void>;
  /** Called for notifications that ended before a phone accepted them. */
  nothingSent: (db: Db, notificationIds: readonly string[]) => Promise<void>;
};
