import { Problem } from '@endcap/contract/core';
import { appPopupRoutes, MAX_REPEAT } from '@endcap/contract/popups';
import type { FastifyRequest } from 'fastify';
import type { AppHandle, DeviceActor } from '../../callers.ts';
import type { PreparedAnswers } from '../../platform/http/prepared-answers.ts';
import type { Database } from '../../tables.ts';
import type { Popups } from './popups-for-phones.ts';
import { noteShowing } from './showing.repository.ts';

type Deps = {
  db: Database;
  now: () => Date;
  popups: Popups;
  prepared: PreparedAnswers;
  identify: (request: FastifyRequest) => Promise<DeviceActor>;
};

export const addAppPopupRoutes = (handle: AppHandle, { db, now, popups, prepared, identify }: Deps): void => {
  handle(appPopupRoutes.list, async (call) => {
    const { request, reply, query } = call;
    if (request.headers.authorization === undefined) return prepared.give(call, await popups.forVersion(query.appVersion));
    const { seq } = await identify(request);
    return reply.send({ items: await popups.forDevice(seq, query.appVersion) });
  });
  handle(appPopupRoutes.shown, async ({ actor, params, body }) => {
    const showing = { popupId: params.popupId, deviceSeq: actor.seq, showingId: body.showingId, at: now(), most: MAX_REPEAT };
    if (!(await noteShowing(db, showing))) throw new Problem('not_found');
    return undefined;
  });
};
