import { appSettings, appSettingsRoutes } from '@endcap/contract/settings';
import type { TradingException } from '@endcap/contract/trading-days';
import type { AppHandle } from '../../callers.ts';
import { packedAnswer, Piece, type Prepared } from '../../platform/http/packed-answer.ts';
import type { PreparedReply } from '../../platform/http/prepared-reply.ts';
import type { AppChanges } from '../app-changes/index.ts';
import { readSettings } from './settings.repository.ts';

type State = Prepared & { assistantEnabled: boolean; tradingExceptions: readonly TradingException[] };

/** What phones read of the settings. `base` is where the app finds files. */
export const createAppSettings = ({ changes, base }: { changes: AppChanges; base: string }) => {
  let state: State | null = null;
  changes.keep(async (db, rows) => {
    if (rows !== 'all' && !rows.settings) return () => {};
    const settings = await readSettings(db);
    const answer = packedAnswer([new Piece(JSON.stringify(appSettings(settings, base)))]);
    return () => {
      const { assistant, trading } = settings;
      state = { answer, until: null, assistantEnabled: assistant.enabled, tradingExceptions: trading.exceptions };
    };
  });
  const known = (): State => {
    if (!state) throw new Error('Nothing was read yet');
    return state;
  };
  return {
    /** As they were read last; for whoever has waited for the changes. */
    known,
    current: async (): Promise<State> => {
      await changes.current();
      return known();
    },
    again: (): State | null => (changes.isFresh() ? known() : null),
  };
};

type Deps = { settings: ReturnType<typeof createAppSettings>; prepared: PreparedReply };

export const addAppSettingsRoutes = (handle: AppHandle, { settings, prepared }: Deps): void => {
  handle(appSettingsRoutes.read, async (call) => prepared(call, { prepared: await settings.current(), again: settings.again }));
};
