import { contentRoutes } from '@endcap/contract/content';
import type { Database } from '../../tables.ts';
import { editRoutes } from '../entities/index.ts';
import type { AdminHandle } from '../session/index.ts';
import { contentKind, type FileExists } from './content.kind.ts';
import { listContent, publishedContent } from './content.repository.ts';
import { contentUsage } from './content-usage.repository.ts';

type Deps = { db: Database; now: () => Date; fileExists: FileExists; appScheme: string };

export const addContentRoutes = (handle: AdminHandle, deps: Deps): void => {
  const { db, now, fileExists, appScheme } = deps;
  const edit = editRoutes(deps, contentKind(fileExists));

  handle(contentRoutes.list, ({ query }) => listContent(db, query, now()));
  handle(contentRoutes.published, () => publishedContent(db, now(), false));
  handle(contentRoutes.valid, () => publishedContent(db, now(), true));

  handle(contentRoutes.details, (call) => edit.details(call.params.contentId, call));
  handle(contentRoutes.create, (call) => edit.create(call));
  handle(contentRoutes.change, (call) => edit.change(call.params.contentId, call));
  handle(contentRoutes.remove, (call) => edit.remove(call.params.contentId, call));
  handle(contentRoutes.usage, ({ params }) => contentUsage(db, appScheme, params.contentId));
};
