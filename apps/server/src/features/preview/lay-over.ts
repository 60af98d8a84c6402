import type { UnmarkedContent } from '@endcap/contract/content';
import { type FieldCodes, fieldCodes, fieldProblem, Problem } from '@endcap/contract/core';
import { type Overlay, UNSAVED_ID } from '@endcap/contract/preview';
import type { Db } from '../../tables.ts';
import { contentKind, type StillItem, stillItemOf } from '../content/index.ts';
import { type EntityKind, writesOf } from '../entities/index.ts';
import { popupKind } from '../popups/index.ts';
import { settingsKind } from '../settings/index.ts';
import type { Scene, ScenePopup } from './scene.ts';

type Fields = Record<string, unknown>;

const refused = (fields: FieldCodes): Problem =>
  new Problem(
    'invalid',
    'The form cannot be saved',
    Object.fromEntries(Object.entries(fields).map(([field, codes]) => [`overlay.draft.${field}`, codes])),
  );

/** Validates a form as a save does, and returns the fields that it would store, without writing. */
const asSaved = async <Draft extends Fields, E extends Draft & { _id: string; revision: number }>(
  db: Db,
  kind: EntityKind<Draft, E>,
  { id, sent }: { id: string | null; sent: Fields },
): Promise<Draft> => {
  const { draftOf, complete, problemsOf } = writesOf(kind);
  const stored = id === null ? undefined : await kind.read(db, id);
  if (id !== null && !stored) throw fieldProblem('overlay.id', 'unknown');
  const before = stored ? draftOf(stored) : null;
  const merged = kind.draft.safeParse(before && kind.merge ? kind.merge(before, sent) : sent);
  if (!merged.success) throw refused(fieldCodes(merged.error));
  const after = await complete(db, merged.data, before);
  const problems = await problemsOf(db, after, before);
  if (Object.keys(problems).length > 0) throw refused(problems);
  return after;
};

/** A new popup is the last; one without a text is silent. */
const withPopup = (popups: readonly ScenePopup[], laid: ScenePopup): ScenePopup[] => {
  const index = popups.findIndex(({ _id }) => _id === laid._id);
  return index < 0 ? [...popups, laid] : popups.with(index, laid);
};

/** Returns a copy of a scene with an unsaved form applied, and the form's feed item if it is one (PREV-07). */
export const layOver = async (
  db: Db,
  scene: Scene,
  overlay: Overlay | null,
  appScheme: string,
): Promise<{ scene: Scene; laid: StillItem | null }> => {
  if (overlay === null) return { scene, laid: null };
  switch (overlay.kind) {
    case 'content': {
      const item = {
        ...(await asSaved(db, contentKind(appScheme), { id: overlay.id, sent: overlay.draft })),
        _id: overlay.id ?? UNSAVED_ID,
      };
      const whole: Scene['whole'] = async (trx, ids) =>
        new Map<string, UnmarkedContent>([
          ...(await scene.whole(
            trx,
            ids.filter((id) => id !== item._id),
          )),
          [item._id, item],
        ]);
      return { scene: { ...scene, whole }, laid: stillItemOf(item) };
    }
    case 'popup': {
      const popup = { ...(await asSaved(db, popupKind, { id: overlay.id, sent: overlay.draft })), _id: overlay.id ?? UNSAVED_ID };
      return { scene: { ...scene, popups: withPopup(scene.popups, popup) }, laid: null };
    }
    case 'settings': {
      const { loyalty, ...rest } = await asSaved(db, settingsKind, { id: 'settings', sent: overlay.draft });
      // Each pair was named when it was completed.
      const questions = loyalty.questions.map(({ id = '', ...pair }) => ({ ...pair, id }));
      return { scene: { ...scene, settings: { ...rest, loyalty: { ...loyalty, questions } } }, laid: null };
    }
  }
};
