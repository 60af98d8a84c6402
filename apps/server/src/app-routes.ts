import type { FastifyRequest } from 'fastify';
import type { AppHandle, DeviceActor } from './callers.ts';
import type { AppChanges } from './features/app-changes/index.ts';
import { addAppAssistantRoutes, type Assistant, createQuestionLimits } from './features/assistant/index.ts';
import { addAppContentRoutes, createFeed } from './features/content/index.ts';
import { addAppPopupRoutes, createPopups } from './features/popups/index.ts';
import { addAppSettingsRoutes, createAppSettings } from './features/settings/index.ts';
import { addAppStoreRoutes, createAppStores } from './features/stores/index.ts';
import type { PreparedAnswers } from './platform/http/prepared-answers.ts';
import type { Database } from './tables.ts';
import type { Context } from './context.ts';

type Shared = {
  db: Database;
  changes: AppChanges;
  prepared: PreparedAnswers;
  assistant: Assistant;
  identify: (request: FastifyRequest) => Promise<DeviceActor>;
};

/** Adds the app API's routes that answer from memory. Has to run before `changes` starts watching the database. */
export const addAppRoutes = (handle: AppHandle, { config, now }: Context, { db, changes, prepared, assistant, identify }: Shared): void => {
  const feed = createFeed({ changes, now, app: { base: config.ENDCAP_APP_URL, appScheme: config.ENDCAP_APP_SCHEME } });
  const popups = createPopups({ db, changes });
  const settings = createAppSettings({ changes, base: config.ENDCAP_APP_URL });
  const stores = createAppStores({ changes, now, tradingExceptions: () => settings.latest().tradingExceptions });
  addAppContentRoutes(handle, { feed, prepared });
  addAppAssistantRoutes(handle, {
    db,
    now,
    assistant,
    isEnabled: async () => (await settings.current()).assistantEnabled,
    takeQuestion: createQuestionLimits({ now, aMinute: config.ENDCAP_APP_QUESTION_LIMIT, aDay: config.ENDCAP_APP_QUESTION_DAY_LIMIT }),
  });
  addAppSettingsRoutes(handle, { settings, prepared });
  addAppStoreRoutes(handle, { stores });
  addAppPopupRoutes(handle, { db, now, popups, prepared, identify });
};
