import type { AppPopup } from '@endcap/contract/popups';
import { LRUCache } from 'lru-cache';
import { answerOf, Piece, type Prepared } from '../../platform/http/answer.ts';
import type { PreparedReply } from '../../platform/http/prepared-answers.ts';
import type { Database } from '../../tables.ts';
import type { AppChanges } from '../app-changes/index.ts';
import { type ShowablePopup, showablePopups } from './popup.repository.ts';
import { showingsOf } from './showing.repository.ts';
import { isForVersion } from './shown-to.ts';

/** Responses are few and short; unknown versions evict only each other. */
const CACHED_VERSIONS = 200;

/** Popups as a device of that version gets them that has shown none yet. */
export const popupsForVersion = (popups: readonly ShowablePopup[], appVersion: string): AppPopup[] =>
  popups.filter((popup) => isForVersion(popup, appVersion)).map(({ _id, text, repeat }) => ({ _id, text, repeat, remaining: repeat }));

/** Serves popups to phones (POPUP-EDIT-15, APP-06). */
export const createPopups = ({ db, changes }: { db: Database; changes: AppChanges }) => {
  let popups: ShowablePopup[] = [];
  const prepared = new LRUCache<string, Prepared>({ max: CACHED_VERSIONS });
  changes.register(async (trx, rows) => {
    if (rows !== 'all' && !rows.popup) return () => {};
    const next = await showablePopups(trx);
    return () => {
      popups = next;
      prepared.clear();
    };
  });
  const matching = (appVersion: string): AppPopup[] => popupsForVersion(popups, appVersion);
  const answer = (appVersion: string): Prepared => {
    const cached = prepared.get(appVersion);
    if (cached) return cached;
    const made = { answer: answerOf([new Piece(JSON.stringify({ items: matching(appVersion) }))]), until: null };
    prepared.set(appVersion, made);
    return made;
  };
  return {
    /** Returns the answer shared by all phones of an app version, before the phone is identified. */
    forVersion: async (appVersion: string): Promise<PreparedReply> => {
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
