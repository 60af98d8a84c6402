import { randomBytes } from 'node:crypto';
import { Problem } from '@endcap/contract/core';
import { testerLink } from '@endcap/contract/deep-links';
import { testPhoneRoutes } from '@endcap/contract/devices';
import type { AdminHandle } from '../../callers.ts';
import { createLimit, refuseUntil } from '../../platform/http/rate-limit.ts';
import type { Database } from '../../tables.ts';
import { hashSecret } from './register-device.ts';
import { insertInvite, nameTestPhone, removeTestPhone, testPhones } from './test-phone.repository.ts';

const HOUR_MS = 3_600_000;
const INVITES_AN_HOUR = 60;
const CODE_BYTES = 16;

/** Routes with which administrators list, name and remove test phones, and create invite codes for new ones (PLAN-07). */
export const addTestPhoneRoutes = (
  handle: AdminHandle,
  { db, now, appScheme }: { db: Database; now: () => Date; appScheme: string },
): void => {
  const invites = createLimit({ max: INVITES_AN_HOUR, windowMs: HOUR_MS, now });

  handle(testPhoneRoutes.list, () => testPhones(db));

  handle(testPhoneRoutes.invite, async ({ actor, reply }) => {
    refuseUntil(invites.take(actor.id), reply);
    const code = randomBytes(CODE_BYTES).toString('base64url');
    const expiresAt = await insertInvite(db, actor.id, hashSecret(code));
    return { code, link: testerLink(appScheme, code), expiresAt: expiresAt.toISOString() };
  });

  handle(testPhoneRoutes.rename, async ({ params: { phoneId }, body: { name } }) => {
    const named = await nameTestPhone(db, phoneId, name);
    if (!named) throw new Problem('not_found');
    return named;
  });

  handle(testPhoneRoutes.remove, async ({ params: { phoneId } }) => {
    if (!(await removeTestPhone(db, phoneId))) throw new Problem('not_found');
    return undefined;
  });
};
