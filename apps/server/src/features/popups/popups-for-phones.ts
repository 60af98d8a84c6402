import { matchesVersion } from '@endcap/contract/app-version';
import type { AppPopup } from '@endcap/contract/popups';
import { type PackedAnswer, packedAnswer, pieceOf } from '../../platform/http/packed-answer.ts';
import type { Database } from '../../tables.ts';
import { createWatched } from '../app-changes/index.ts';
import { type ShowablePopup, showablePopups, showingsOf } from './popup.repository.ts';

const VERSIONS_AT_MOST = 500;

type State = { change: number; popups: ShowablePopup[]; prepared: Map<string, PackedAnswer> };

/** What phones are shown of popups (POPUP-EDIT-15, APP-06). */
export const createPopups = ({ db }: { db: Database }) => {
  const { current, lookNow, isCurrent, watch, unwatch } = createWatched<State>({
    db,
    load: async (change) => ({ change, popups: await showablePopups(db), prepared: new Map() }),
  });
  const matching = ({ popups }: State, appVersion: string): AppPopup[] =>
    popups
      .filter(({ version }) => version === '' || matchesVersion(version, appVersion))
      .map(({ _id, text, repeat }) => ({ _id, text, repeat, remaining: repeat }));
  return {
    watch,
    unwatch,
    lookNow,
    /** What every phone of a version gets before it is known which one asks. */
    forVersion: async (appVersion: string) => {
      const state = await current();
      const answer = state.prepared.get(appVersion) ?? packedAnswer([pieceOf(JSON.stringify({ items: matching(state, appVersion) }))]);
      if (state.prepared.size >= VERSIONS_AT_MOST) state.prepared.clear();
      state.prepared.set(appVersion, answer);
      return { answer, until: null, isCurrent: () => isCurrent(state.change), onlyUnknown: true };
    },
    forDevice: async (deviceSeq: number, appVersion: string): Promise<AppPopup[]> => {
      const shown = await showingsOf(db, deviceSeq);
      return matching(await current(), appVersion)
        .map((popup) => ({ ...popup, remaining: popup.repeat - (shown.get(popup._id) ?? 0) }))
        .filter(({ remaining }) => remaining > 0);
    },
  };
};
export type Popups = ReturnType<typeof createPopups>;
