import { hidingSecrets } from './config.ts';
import { clearGone } from './features/customers/index.ts';
import { startSweeping } from './features/files/index.ts';
import { startSealing } from './features/history/index.ts';
import { startSnapshots } from './features/past/index.ts';
import { startEnding } from './features/retention/index.ts';
import { startNotingSubscriptions } from './features/stores/index.ts';
import { runJobs } from './features/system/index.ts';
import { openFiles } from './open-files.ts';
import type { Repeated } from './platform/repeat.ts';
import type { Database } from './tables.ts';
import type { Context } from './context.ts';

const retentionOf = ({ config }: Context) => ({
  receipts: config.ENDCAP_KEEP_RECEIPTS_DAYS,
  outcomes: config.ENDCAP_KEEP_OUTCOMES_DAYS,
  showings: config.ENDCAP_KEEP_SHOWINGS_DAYS,
  sendKeys: config.ENDCAP_KEEP_SEND_KEYS_DAYS,
  threads: config.ENDCAP_KEEP_THREADS_DAYS,
  tickets: config.ENDCAP_KEEP_TICKETS_DAYS,
  unusedDevices: config.ENDCAP_KEEP_UNUSED_DEVICES_DAYS,
});

/** Milliseconds between deletions of data that an erasure has orphaned. */
const CLEAR_EVERY_MS = 600_000;

/** Returns an error handler that logs the failure of a background task as a warning. */
export const failing =
  ({ log }: Context, what: string) =>
  (error: unknown): void =>
    log.warn({ err: error }, what);

/** Starts the background jobs of a staff API. `processId`: its id in `running_process`, by which others see whether it still runs. */
export const startUpkeep = (context: Context, db: Database, processId: string): Repeated => {
  const { config, now, log } = context;
  return runJobs(
    { db, processId, redacted: hidingSecrets(config) },
    {
      sweepUploads: {
        start: (repeats, onError) => startSweeping({ db, stores: openFiles(context), now, onError }, repeats),
        onError: failing(context, 'sweeping uploads failed'),
      },
      noteSubscriptions: {
        start: (repeats, onError) => startNotingSubscriptions({ db, now, onError }, repeats),
        onError: failing(context, 'noting subscriptions failed'),
      },
      endWhatIsOld: {
        start: (repeats, onError) =>
          startEnding(
            {
              db,
              now,
              keep: retentionOf(context),
              onError,
              onEnded: (rows) => log.info({ rows }, 'what was kept long enough has ended'),
            },
            repeats,
          ),
        onError: failing(context, 'what was kept long enough could not be ended'),
      },
      sealHistory: {
        start: (repeats, onError) => startSealing(db, onError, repeats),
        onError: failing(context, 'the history could not be sealed'),
      },
      keepStates: {
        start: (repeats, onError) => startSnapshots(db, onError, repeats),
        onError: failing(context, 'states of the past could not be kept'),
      },
      clearGone: {
        start: (repeats, onError) => repeats(CLEAR_EVERY_MS, (isOver) => clearGone(db, isOver), onError),
        onError: failing(context, 'what hangs on devices that are gone could not be ended'),
      },
    },
  );
};
