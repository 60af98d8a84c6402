import { contentViewRoutes } from '@endcap/contract/content';
import { fieldProblem, Problem } from '@endcap/contract/core';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { forgetView, renameView, saveView, viewsOf } from './content-view.repository.ts';

/** Routes for the saved filters of the content list (EDIT-07). Each person sees only their own. */
export const addContentViewRoutes = (handle: AdminHandle, { db }: { db: Database }): void => {
  handle(contentViewRoutes.list, ({ actor }) => viewsOf(db, actor.id));

  handle(contentViewRoutes.remember, async ({ actor, body }) => {
    await saveView(db, actor.id, null, body);
    return undefined;
  });

  handle(contentViewRoutes.save, async ({ actor, body: { name, filters } }) => {
    const view = await saveView(db, actor.id, name, filters);
    if (!view) throw fieldProblem('name', 'tooMany');
    return view;
  });

  handle(contentViewRoutes.rename, async ({ actor, params, body }) => {
    const view = await renameView(db, actor.id, params.viewId, body.name);
    if (view === 'taken') throw new Problem('conflict', 'Another view has this name');
    if (!view) throw new Problem('not_found');
    return view;
  });

  handle(contentViewRoutes.remove, async ({ actor, params }) => {
    await forgetView(db, actor.id, params.viewId);
    return undefined;
  });
};
