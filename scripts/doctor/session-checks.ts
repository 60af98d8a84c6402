import { type CheckResult, ok, wrong } from '../../apps/server/src/platform/checks/finding.ts';
import { listenTo } from '../../apps/server/src/platform/db/listen-to.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';

const ARRIVES_WITHIN_MS = 10_000;
const POOLER = 'docs/operators/pgbouncer.md';

/** Checks that notifications of the database (LISTEN/NOTIFY) arrive at once. This requires a dedicated session. */
export const checkListen = async (url: string): Promise<CheckResult> => {
  const received = Promise.withResolvers<void>();
  const listener = listenTo(url, `endcap_doctor_${newId().toLowerCase()}`, () => {
    if (listener.isReceiving()) received.resolve();
  });
  const late = setTimeout(received.reject, ARRIVES_WITHIN_MS, new Error('nothing that is said in the database is heard'));
  return received.promise
    .then(() => ok('what is said in the database is heard'))
    .catch((error: Error) =>
      wrong(
        error.message,
        `set ENDCAP_DATABASE_DIRECT_URL to PostgreSQL itself, past any pooler (${POOLER}); until then everything is found seconds later`,
      ),
    )
    .finally(async () => {
      clearTimeout(late);
      await listener.close();
    });
};
