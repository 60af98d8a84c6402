import type { AppPopup } from '@endcap/contract/popups';
import { createBounded } from '../../platform/bounded.ts';
import { packedAnswer, Piece, type Prepared } from '../../platform/http/packed-answer.ts';
import type { Asked } from '../../platform/http/prepared-reply.ts';
import type { Database } from '../../tables.ts';
import type { AppChanges } from '../app-changes/index.ts';
import { type ShowablePopup, showablePopups } from './popup.repository.ts';
import { showingsOf } from './showing.repository.ts';
import { isForVersion } from './shown-to.ts';

/** Answers are few and short; made-up versions take no more. What one weighs beside its key and its text. */
const [ANSWERS_BYTES, OWN_BYTES] = [4e6, 900];

/** Popups as a device of that version gets them that has shown none yet. */
export const popupsForVersion = (popups: readonly ShowablePopup[], appVersion: string): AppPopup[] =>
  popups.filter((popup) => isForVersion(popup, appVersion)).map(({ _id, text, repeat }) => ({ _id, text, repeat, remaining: repeat }));

/** What phones are shown of popups (POPUP-EDIT-15, APP-06). */
export const createPopups = ({ db, changes }: { db: Database; changes: AppChanges }) => {
  let popups: ShowablePopup[] = [];
  const prepared = createBounded<Prepared>(ANSWERS_BYTES, ({ answer }) => answer.forget());
  changes.keep(async (trx, rows) => {
    if (rows !== 'all' && !rows.popup) return () => {};
    const next = await showablePopups(trx);
    return () => {
      popups = next;
      prepared.forgetAll();
    };
  });
  const matching = (appVersion: string): AppPopup[] => popupsForVersion(popups, appVersion);
  const answer = (appVersion: string): Prepared => {
    const known = prepared.get(appVersion);
    if (known) {
      known.used = true;
      return known.value;
    }
    const text = new Piece(JSON.stringify({ items: matching(appVersion) }));
    const made = { answer: packedAnswer([text]), until: null };
    prepared.set(appVersion, made, OWN_BYTES + appVersion.length + text.plain.length);
    return made;
  };
  return {
    /** What every phone of a version gets before it is known which one asks. */
    forVersion: async (appVersion: string): Promise<Asked> => {
      await changes.current();
      return { prepared: answer(appVersion), again: () => (changes.isFresh() ? answer(appVersion) : null), onlyUnknown: true };
    },
    forDevice: async (deviceSeq: number, appVersion: string): Promise<AppPopup[]> => {
      const shown = await showingsOf(db, deviceSeq);
      await changes.current();
      return matching(appVersion)
        .map((popup) => ({ ...popup, remaining: popup.repeat - (shown.get(popup._id) ?? 0) }))
        .filter(({ remaining }) => remaining > 0);
    },
  };
};
export type Popups = ReturnType<typeof createPopups>;
