import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Problem } from '@endcap/contract/core';
import type { RegisterDevice } from '@endcap/contract/devices';
import { inTransaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { Database } from '../../tables.ts';
import { findDeviceByInstall, insertDevice, lockPushAddress, setPushAddress, updateDevice } from './device.repository.ts';

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

type Registered = { deviceId: string; deviceSecret?: string };

/**
 * Registers an installation and hands out its secret once (APP-01). A known installation is updated when `secret` is its
 * own, else refused with `install_taken`: an install id is no proof of anything. `beforeNew` may refuse one more phone.
 */
export const registerDevice =
  (deps: { db: Database; now: () => Date }) =>
  (draft: RegisterDevice, secret: string | null, beforeNew: () => void): Promise<Registered> =>
    inTransaction(deps.db, async (trx) => {
      await lockPushAddress(trx, draft.push);
      const existing = await findDeviceByInstall(trx, draft.installId);
      if (existing) {
        if (!secret || !timingSafeEqual(hashSecret(secret), existing.secretHash))
          throw new Problem('install_taken', 'This installation is registered already');
        await updateDevice(trx, existing.seq, draft, deps.now());
        if (draft.push !== undefined) await setPushAddress(trx, existing.seq, draft.push);
        return { deviceId: existing.id };
      }
      beforeNew();
      const deviceSecret = randomBytes(32).toString('base64url');
      const deviceId = newId();
      const { seq } = await insertDevice(trx, { ...draft, id: deviceId, secretHash: hashSecret(deviceSecret) });
      if (draft.push) await setPushAddress(trx, seq, draft.push);
      return { deviceId, deviceSecret };
    });
