import { contentRoutes, tellAvailability } from '@endcap/contract/content';
import { fillPath, Problem, toPage } from '@endcap/contract/core';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { wantsJson } from '../../platform/http/html.ts';
import { editRoutes } from '../entities/index.ts';
import { issueTicket } from '../session/index.ts';
import { placedGroups } from '../store-groups/index.ts';
import { knownStores } from '../stores/index.ts';
import { availabilityPage } from './availability-page.ts';
import { contentKind } from './content.kind.ts';
import { rememberedCount } from './remembered-count.ts';
import { findContent, listContent, publishedContent } from './content.repository.ts';

type Deps = { db: Database; now: () => Date; appScheme: string };

export const addContentRoutes = (handle: AdminHandle, deps: Deps): void => {
  const { db, now, appScheme } = deps;
  const edit = editRoutes(deps, contentKind(appScheme));

  const count = rememberedCount(db);
  handle(contentRoutes.list, async ({ query }) => {
    const at = now();
    const total = await count(query, at);
    return toPage(await listContent(db, query, { at, total }), total, query);
  });
  handle(contentRoutes.published, () => publishedContent(db, now(), false));
  handle(contentRoutes.valid, () => publishedContent(db, now(), true));

  edit.bind(handle, contentRoutes, 'contentId');
  const known = async (id: string) => {
    const item = await findContent(db, id);
    if (!item) throw new Problem('not_found');
    return item;
  };
  const placed = async () => ({ stores: await knownStores(db), groups: await placedGroups(db) });
  handle(contentRoutes.knownStores, placed);
  handle(contentRoutes.availabilityTicket, async ({ actor, params: { contentId } }) => {
    await known(contentId);
    return { ticket: await issueTicket(db, actor, fillPath(contentRoutes.availability.path, { contentId }), now()) };
  });
  handle(contentRoutes.availability, async ({ params, query, request, reply }) => {
    const answer = tellAvailability(await known(params.contentId), await placed(), now().getTime());
    if (wantsJson(request)) return reply.send(answer);
    return reply.type('text/html; charset=utf-8').send(availabilityPage(answer, query.language));
  });
};
