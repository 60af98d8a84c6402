import { appSettings, appSettingsRoutes } from '@endcap/contract/settings';
import type { AppHandle } from '../../callers.ts';
import { type PackedAnswer, packedAnswer, pieceOf } from '../../platform/http/packed-answer.ts';
import type { PreparedReply } from '../../platform/http/prepared-reply.ts';
import type { Database } from '../../tables.ts';
import { createWatched } from '../app-changes/index.ts';
import { readSettings } from './settings.repository.ts';

type State = { change: number; answer: PackedAnswer; assistantEnabled: boolean };

/** What phones read of the settings. `base` is where the app finds files. */
export const createAppSettings = ({ db, base }: { db: Database; base: string }) =>
  createWatched<State>({
    db,
    load: async (change, before) => {
      const settings = await readSettings(db);
      const answer = packedAnswer([pieceOf(JSON.stringify(appSettings(settings, base)))]);
      const { enabled } = settings.assistant;
      return { change, assistantEnabled: enabled, answer: before?.answer.etag === answer.etag ? before.answer : answer };
    },
  });

type Deps = { settings: ReturnType<typeof createAppSettings>; prepared: PreparedReply };

export const addAppSettingsRoutes = (handle: AppHandle, { settings, prepared }: Deps): void => {
  handle(appSettingsRoutes.read, async (call) => {
    const { answer, change } = await settings.current();
    return prepared(call, { answer, until: null, isCurrent: () => settings.isCurrent(change) });
  });
};
