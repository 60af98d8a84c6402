import { contentRoutes } from '@endcap/contract/content';
import { Problem } from '@endcap/contract/core';
import { ifMatchOf, tagged } from '../../platform/http/entity-tag.ts';
import type { Database } from '../../tables.ts';
import { entityWriter } from '../entities/index.ts';
import type { AdminHandle } from '../session/index.ts';
import { contentKind, type FileExists } from './content.kind.ts';
import { findContent, listContent, publishedContent } from './content.repository.ts';
import { contentUsage } from './content-usage.repository.ts';

type Deps = { db: Database; now: () => Date; fileExists: FileExists; appScheme: string };

export const addContentRoutes = (handle: AdminHandle, deps: Deps): void => {
  const { db, now, fileExists, appScheme } = deps;
  const writer = entityWriter(deps, contentKind(fileExists));

  handle(contentRoutes.list, ({ query }) => listContent(db, query, now()));
  handle(contentRoutes.published, () => publishedContent(db, now(), false));
  handle(contentRoutes.valid, () => publishedContent(db, now(), true));

  handle(contentRoutes.details, async ({ params, reply }) => {
    const item = await findContent(db, params.contentId);
    if (!item) throw new Problem('not_found');
    return tagged(reply, item);
  });
  handle(contentRoutes.create, async ({ body, actor, reply }) => tagged(reply, await writer.create(body, { actorId: actor.id })));
  handle(contentRoutes.change, async ({ params, body, actor, request, reply }) =>
    tagged(reply, await writer.change(body, { id: params.contentId, actorId: actor.id, ifMatch: ifMatchOf(request) })),
  );
  handle(contentRoutes.remove, async ({ params, actor, request }) => {
    await writer.remove({ id: params.contentId, actorId: actor.id, ifMatch: ifMatchOf(request) });
    return undefined;
  });
  handle(contentRoutes.usage, ({ params }) => contentUsage(db, appScheme, params.contentId));
};
