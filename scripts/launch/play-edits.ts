import { contentRoutes } from '@endcap/contract/content';
import type { EditedKind } from '@endcap/contract/history';
import { knowledgeRoutes } from '@endcap/contract/knowledge';
import { popupRoutes } from '@endcap/contract/popups';
import { SettingsPatch } from '@endcap/contract/settings';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { storeRoutes } from '@endcap/contract/stores';
import { sql } from 'kysely';
import { contentKind } from '../../apps/server/src/features/content/index.ts';
import { type EntityKind, entityWriter } from '../../apps/server/src/features/entities/index.ts';
import type { FileStores } from '../../apps/server/src/features/files/index.ts';
import { knowledgeKind } from '../../apps/server/src/features/knowledge/index.ts';
import { popupKind } from '../../apps/server/src/features/popups/index.ts';
import { settingsKind } from '../../apps/server/src/features/settings/index.ts';
import { storeGroupKind } from '../../apps/server/src/features/store-groups/index.ts';
import { storeKind } from '../../apps/server/src/features/stores/index.ts';
import type { connectDirectly } from '../../apps/server/src/context.ts';
import { type DemoEdit, demoId } from '../../sandbox/src/seed/index.ts';
import { uploadDemoFiles } from './upload-demo-files.ts';

type Db = ReturnType<typeof connectDirectly>;
type Deps = { db: Db; now: () => Date };
type Body<T> = { parse: (body: unknown) => T };
type Actor = { actorId: string };
type Editor = {
  create: (body: unknown, write: Actor) => Promise<{ _id: string }>;
  change: (body: unknown, write: Actor & { id: string }) => Promise<unknown>;
  remove: (write: Actor & { id: string }) => Promise<unknown>;
};

/** Applies edits to an entity as its routes do, without a server. */
const editorOf = <Draft extends Record<string, unknown>, E extends { _id: string; revision: number } & Draft>(
  deps: Deps,
  kind: EntityKind<Draft, E>,
  { create, change }: { create: { body: Body<Draft> }; change: { body: Body<{ [K in keyof Draft]?: Draft[K] | undefined }> } },
): Editor => {
  const writer = entityWriter(deps, kind);
  return {
    create: (body, write) => writer.create(create.body.parse(body), write),
    change: (body, write) => writer.change(change.body.parse(body), { ...write, ifMatch: null }),
    remove: (write) => writer.remove({ ...write, ifMatch: null }),
  };
};

const editorsOf = (deps: Deps, appScheme: string): Record<EditedKind, Editor> => ({
  content: editorOf(deps, contentKind(appScheme), contentRoutes),
  store: editorOf(deps, storeKind, storeRoutes),
  storeGroup: editorOf(deps, storeGroupKind, storeGroupRoutes),
  popup: editorOf(deps, popupKind, popupRoutes),
  knowledge: editorOf(deps, knowledgeKind(), knowledgeRoutes),
  settings: editorOf(deps, settingsKind, { create: { body: settingsKind.draft }, change: { body: SettingsPatch as Body<object> } }),
});

/** Ids by what the script calls things. What it makes joins them; the rest was there before. */
const createIds = () => {
  const made = new Map<string, string>([['settings settings', 'settings']]);
  const idOf = (kind: EditedKind, item: string): string => {
    const madeId = made.get(`${kind} ${item}`);
    if (madeId !== undefined) return madeId;
    if (kind === 'store' || kind === 'storeGroup') return demoId(kind === 'store' ? 'store' : 'group', item);
    throw new Error(`The script has not made ${kind} ${item} yet`);
  };
  return { idOf, note: ({ kind, item }: DemoEdit, id: string): void => void made.set(`${kind} ${item}`, id) };
};

/**
 * Plays a script of edits through the writers of the staff API, each at its own instant: the clock and the history's default (`history_instant()`)
 * are that instant for the one session that does it. Nothing may be sealed before it ends: what is older than a seal counts as
 * inserted (HIST-11, decision 103).
 */
export const playEdits = (
  { db, stores, appScheme }: { db: Db; stores: FileStores; appScheme: string },
  edits: readonly DemoEdit[],
): Promise<void> =>
  db.connection().execute(async (session) => {
    const files = await uploadDemoFiles({ db, stores, now: () => new Date() }, edits);
    const { idOf, note } = createIds();
    /** With ids, files and links in the place of names. */
    const named = (value: unknown, field = ''): unknown => {
      if (Array.isArray(value)) {
        if (field.endsWith('Groups')) return value.map((name) => idOf('storeGroup', String(name)));
        return field.endsWith('Stores') ? value.map((no) => idOf('store', String(no))) : value.map((one) => named(one));
      }
      if (typeof value === 'object' && value !== null)
        return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, named(one, name)]));
      if (typeof value !== 'string') return value;
      return files.get(value) ?? value.replace(/\(item:([^)]+)\)/g, (_, item: string) => `(${appScheme}${idOf('content', item)})`);
    };
    let at = 0;
    const editors = editorsOf({ db: session, now: () => new Date(at) }, appScheme);
    // Data lost in a crash of the machine is seeded again with the rest.
    await sql`set synchronous_commit = off`.execute(session);
    for (const edit of edits) {
      at = edit.at;
      await sql`select set_config('endcap.history_instant', ${new Date(at).toISOString()}, false)`.execute(session);
      const { create, change, remove } = editors[edit.kind];
      const [fields, write] = [named(edit.fields), { actorId: edit.by }];
      if (edit.action === 'create') note(edit, (await create(fields, write))._id);
      else if (edit.action === 'update') await change(fields, { ...write, id: idOf(edit.kind, edit.item) });
      else await remove({ ...write, id: idOf(edit.kind, edit.item) });
    }
    await sql`reset all`.execute(session);
  });
