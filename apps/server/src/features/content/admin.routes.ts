import { BULK_MOST, bulkContentRoutes, contentRoutes, buildAvailability } from '@endcap/contract/content';
import type { AdminHandle } from '../../callers.ts';
import { fieldProblem, fillPath, Problem } from '@endcap/contract/core';
import type { Database } from '../../tables.ts';
import type { LatestChange } from '../app-changes/index.ts';
import { wantsJson } from '../../platform/http/html.ts';
import type { Lists } from '../../platform/lists/lists.ts';
import { editRoutes } from '../entities/index.ts';
import { issueTicket } from '../session/index.ts';
import { allGroups } from '../store-groups/index.ts';
import { knownStores } from '../stores/index.ts';
import { availabilityPage } from './availability-page.ts';
import { bulkContent, type UsageOf } from './bulk-content.ts';
import { contentKind } from './content.kind.ts';
import { contentList } from './content-list.ts';
import { findContent, matchingContentIds, publishedContent } from './content.repository.ts';
import { addContentViewRoutes } from './content-views.ts';
import { undoContent } from './undo-content.ts';

type Deps = { db: Database; now: () => Date; appScheme: string; lists: Lists; latestChange: LatestChange; usageOf: UsageOf };

export const addContentRoutes = (handle: AdminHandle, deps: Deps): void => {
  const { db, now, appScheme } = deps;
  const edit = editRoutes(deps, contentKind(appScheme));

  addContentViewRoutes(handle, deps);
  const list = deps.lists(contentList(deps));
  handle(contentRoutes.list, ({ query, actor }) => list(query, actor.id));
  handle(contentRoutes.published, () => publishedContent(db, now(), false));
  handle(contentRoutes.valid, () => publishedContent(db, now(), true));

  edit.bind(handle, contentRoutes, 'contentId');

  const bulk = bulkContent(deps);
  handle(bulkContentRoutes.preview, async ({ body: { ids, found, change } }) => {
    const chosen = found ? await matchingContentIds(db, found, now(), BULK_MOST + 1) : ids;
    if (chosen.length > BULK_MOST) throw fieldProblem('ids', 'tooMany');
    return bulk.preview(chosen, change);
  });
  handle(bulkContentRoutes.change, async ({ body, actor }) => ({ items: await bulk.change(body.items, body.change, actor.id) }));
  const undo = undoContent(deps);
  handle(bulkContentRoutes.undo, ({ body, actor }) => undo(body.items, actor.id));
  const requireContent = async (id: string) => {
    const item = await findContent(db, id);
    if (!item) throw new Problem('not_found');
    return item;
  };
  const storesAndGroups = async () => ({ stores: [...(await knownStores(db))], groups: await allGroups(db) });
  handle(contentRoutes.knownStores, storesAndGroups);
  handle(contentRoutes.availabilityTicket, async ({ actor, params: { contentId } }) => {
    await requireContent(contentId);
    return { ticket: await issueTicket(db, actor, fillPath(contentRoutes.availability.path, { contentId }), now()) };
  });
  handle(contentRoutes.availability, async ({ params, query, request, reply }) => {
    const answer = buildAvailability(await requireContent(params.contentId), await storesAndGroups(), now().getTime());
    if (wantsJson(request)) return reply.send(answer);
    return reply.type('text/html; charset=utf-8').send(await availabilityPage(answer, query.language));
  });
};
