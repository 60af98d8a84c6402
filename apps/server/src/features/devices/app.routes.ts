import { createHash, timingSafeEqual } from 'node:crypto';
import { Problem } from '@endcap/contract/core';
import { deviceRoutes } from '@endcap/contract/devices';
import type { FastifyRequest } from 'fastify';
import type { AppHandle, DeviceActor } from '../../callers.ts';
import { bearerToken } from '../../platform/http/bearer-token.ts';
import { batchLoader } from '../../platform/batch-loader.ts';
import type { Database } from '../../tables.ts';
import { changeDevice } from './change-device.ts';
import { findDevicesBySecret, markTester, readDevice } from './device.repository.ts';
import { addInboxRoutes } from './inbox.routes.ts';
import type { SeenNotes } from './note-seen.ts';
import type { PhoneLimits } from './phone-limits.ts';
import { hashSecret, registerDevice } from './register-device.ts';
import { becomeInvited } from './test-phone.repository.ts';

type Deps = {
  db: Database;
  now: () => Date;
  appUrl: string;
  testerCode: string | undefined;
  limits: Pick<PhoneLimits, 'guess' | 'addPhone'>;
  /** Erases a device and everything that belongs to it. */
  erase: (seq: number) => Promise<void>;
};

export const createDeviceIdentity = ({ db, seen }: { db: Database; seen: Pick<SeenNotes, 'note'> }) => {
  const deviceOf = batchLoader((hashes: readonly string[]) => findDevicesBySecret(db, hashes));
  return async (request: FastifyRequest): Promise<DeviceActor> => {
    const secret = bearerToken(request.raw);
    const device = secret ? await deviceOf(hashSecret(secret).toString('base64')) : undefined;
    if (!device) throw new Problem('unauthenticated', 'The device secret is missing or unknown');
    seen.note(device);
    return { kind: 'device', seq: device.seq, id: device.id };
  };
};

const sameText = (left: string, right: string): boolean =>
  timingSafeEqual(createHash('sha256').update(left).digest(), createHash('sha256').update(right).digest());

export const addDeviceRoutes = (handle: AppHandle, deps: Deps): void => {
  const { db, testerCode, limits } = deps;
  const register = registerDevice(deps);
  const change = changeDevice(deps);

  handle(deviceRoutes.register, async ({ body, request, reply }) => {
    const registered = await register(body, bearerToken(request.raw), () => limits.addPhone(request, reply));
    reply.code(registered.deviceSecret ? 201 : 200);
    return registered;
  });

  const me = async (seq: number) => {
    const device = await readDevice(db, seq);
    if (!device) throw new Problem('unauthenticated');
    return device;
  };
  handle(deviceRoutes.me, ({ actor }) => me(actor.seq));
  handle(deviceRoutes.change, async ({ actor, body }) => {
    const droppedStoreIds = await change(actor.seq, body);
    return { ...(await me(actor.seq)), droppedStoreIds };
  });

  handle(deviceRoutes.becomeTester, async ({ actor, request, reply, body }) => {
    const isConfigured = testerCode !== undefined && sameText(body.code, testerCode);
    const isRight = await limits.guess(
      { actor, request, reply },
      () => isConfigured || becomeInvited(db, actor.seq, hashSecret(body.code)),
    );
    if (!isRight) throw new Problem('wrong_tester_code', 'The code is wrong');
    if (isConfigured) await markTester(db, actor.seq);
    return undefined;
  });

  handle(deviceRoutes.remove, async ({ actor }) => {
    await deps.erase(actor.seq);
    return undefined;
  });

  addInboxRoutes(handle, deps);
};
