import type { AppPopup } from '@endcap/contract/popups';
import { packedAnswer, Piece, type Prepared } from '../../platform/http/packed-answer.ts';
import type { Asked } from '../../platform/http/prepared-reply.ts';
import type { Database } from '../../tables.ts';
import type { AppChanges } from '../app-changes/index.ts';
import { type ShowablePopup, showablePopups } from './popup.repository.ts';
import { showingsOf } from './showing.repository.ts';
import { isForVersion } from './shown-to.ts';

const VERSIONS_AT_MOST = 500;

/** Popups as a device of that version gets them that has shown none yet. */
export const popupsForVersion = (popups: readonly ShowablePopup[], appVersion: string): AppPopup[] =>
  popups.filter((popup) => isForVersion(popup, appVersion)).map(({ _id, text, repeat }) => ({ _id, text, repeat, remaining: repeat }));

/** What phones are shown of popups (POPUP-EDIT-15, APP-06). */
export const createPopups = ({ db, changes }: { db: Database; changes: AppChanges }) => {
  let popups: ShowablePopup[] = [];
  const prepared = new Map<string, Prepared>();
  changes.keep(async (trx, rows) => {
    if (rows !== 'all' && !rows.popup) return () => {};
    const next = await showablePopups(trx);
    return () => {
      popups = next;
      prepared.clear();
    };
  });
  const matching = (appVersion: string): AppPopup[] => popupsForVersion(popups, appVersion);
  const answer = (appVersion: string): Prepared => {
    const known = prepared.get(appVersion);
    if (known) return known;
    const made = { answer: packedAnswer([new Piece(JSON.stringify({ items: matching(appVersion) }))]), until: null };
    if (prepared.size >= VERSIONS_AT_MOST) prepared.clear();
    prepared.set(appVersion, made);
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
