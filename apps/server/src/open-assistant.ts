import {
  type Assistant,
  createModelCalls,
  localAssistant,
  modelAssistant,
  type OwnPlaces,
  takeModelCall,
} from './features/assistant/index.ts';
import { readSettings } from './features/settings/index.ts';
import type { Database } from './tables.ts';
import type { World } from './world.ts';

/** Takes calls from the budget of the day, and warns when it is used up: once, until a call can be made again. */
const budgetOf = ({ config, log }: World, db: Database) => {
  const most = config.ENDCAP_ASSISTANT_MODEL_BUDGET;
  let isUsedUp = false;
  return async (): Promise<boolean> => {
    const isTaken = await takeModelCall(db, most);
    if (!isTaken && !isUsedUp) log.warn({ most }, 'the model has no calls left today: the assistant quotes knowledge until midnight');
    isUsedUp = !isTaken;
    return isTaken;
  };
};

/** Returns the places that a link may lead customers to: both APIs, and the shop and the game in the settings. */
const ownPlacesOf =
  ({ config }: World, db: Database) =>
  async (): Promise<OwnPlaces> => {
    const { ecommerce, game } = await readSettings(db);
    return {
      addresses: [config.ENDCAP_APP_URL, config.ENDCAP_ADMIN_URL, ecommerce.domain, game.url],
      appScheme: config.ENDCAP_APP_SCHEME,
    };
  };

/** Creates the assistant from the settings: the model, within its budget of calls, or quotes only. */
export const openAssistant = (world: World, db: Database): Assistant => {
  const { config, log, metrics } = world;
  const { ENDCAP_ASSISTANT_BASE_URL: baseUrl, ENDCAP_ASSISTANT_API_KEY: apiKey, ENDCAP_ASSISTANT_MODEL: model } = config;
  if (!baseUrl) return localAssistant;
  const calls = createModelCalls({ atOnce: config.ENDCAP_ASSISTANT_MODEL_CALLS, takeFromBudget: budgetOf(world, db) });
  const named = {
    name: 'endcap_assistant_model_questions_total',
    help: 'Questions for the model: answered, failed, or quoted because it was busy or over the budget of the day',
    label: 'outcome',
  };
  metrics?.counts(named, () => calls.outcomes);
  const onError = (error: unknown): void => log.warn({ err: error }, 'the model did not answer');
  return modelAssistant({ baseUrl, apiKey, model, calls, ownPlaces: ownPlacesOf(world, db), onError });
};
