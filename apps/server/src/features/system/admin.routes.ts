import { systemRoutes } from '@endcap/contract/system';
import type { AdminHandle } from '../../callers.ts';
import { rememberBriefly } from '../../platform/remember-briefly.ts';
import { askForRun } from './background-job.repository.ts';
import { cachedCertificates, type CertificateSource } from './read-certificates.ts';
import { readHealth } from './read-health.ts';
import type { Checked } from './server-checks.ts';

/** Open pages poll every few seconds and share one reading. */
const SHARED_MS = 2_000;

/** Routes of the system page for operators. */
export const addSystemRoutes = (handle: AdminHandle, { certificates, ...checked }: Checked & { certificates: CertificateSource }): void => {
  const certificatesNow = cachedCertificates(certificates, checked.now);
  const health = rememberBriefly(SHARED_MS, () => readHealth(checked, certificatesNow));
  handle(systemRoutes.health, () => health.read('all'));
  handle(systemRoutes.runJob, async ({ body: { name } }) => {
    await askForRun(checked.db, name);
    // Shows the request on the page at once.
    health.forget('all');
    return undefined;
  });
};
