import { appSettings, appSettingsRoutes } from '@endcap/contract/settings';
import type { TradingException } from '@endcap/contract/trading-days';
import type { AppHandle } from '../../callers.ts';
import { answerOf, Piece, type Prepared } from '../../platform/http/answer.ts';
import type { PreparedAnswers } from '../../platform/http/prepared-answers.ts';
import type { AppChanges } from '../app-changes/index.ts';
import { readSettings } from './settings.repository.ts';

type State = Prepared & { assistantEnabled: boolean; tradingExceptions: readonly TradingException[] };

/** Serves the part of the settings that phones read. `base` is the URL under which the app finds files. */
export const createAppSettings = ({ changes, base }: { changes: AppChanges; base: string }) => {
  let state: State | null = null;
  changes.register(async (db, rows) => {
    if (rows !== 'all' && !rows.settings) return () => {};
    const settings = await readSettings(db);
    const answer = answerOf([new Piece(JSON.stringify(appSettings(settings, base)))]);
    return () => {
      const { assistant, trading } = settings;
      state = { answer, until: null, assistantEnabled: assistant.enabled, tradingExceptions: trading.exceptions };
    };
  });
  const latest = (): State => {
    if (!state) throw new Error('Nothing was read yet');
    return state;
  };
  return {
    /** Returns the settings that were read last. Call it after waiting for `changes`. */
    latest,
    current: async (): Promise<State> => {
      await changes.current();
      return latest();
    },
    again: (): State | null => (changes.isFresh() ? latest() : null),
  };
};

type Deps = { settings: ReturnType<typeof createAppSettings>; prepared: PreparedAnswers };

export const addAppSettingsRoutes = (handle: AppHandle, { settings, prepared }: Deps): void => {
  handle(appSettingsRoutes.read, async (call) => prepared.give(call, { prepared: await settings.current(), again: settings.again }));
};
