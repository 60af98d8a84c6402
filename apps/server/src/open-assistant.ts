import {
  type Assistant,
  createModelCalls,
  localAssistant,
  modelAssistant,
  type LinkAllowlist,
  takeModelCall,
} from './features/assistant/index.ts';
import { readSettings } from './features/settings/index.ts';
import type { Database } from './tables.ts';
import type { Context } from './context.ts';

/** Takes calls from the budget of the day, and warns when it is used up: once, until a call can be made again. */
const budgetOf = ({ config, log }: Context, db: Database) => {
  const most = config.ENDCAP_ASSISTANT_MODEL_BUDGET;
  let isUsedUp = false;
  return async (): Promise<boolean> => {
    const isTaken = await takeModelCall(db, most);
    if (!isTaken && !isUsedUp) log.warn({ most }, 'the model has no calls left today: the assistant quotes knowledge until midnight');
    isUsedUp = !isTaken;
    return isTaken;
  };
};

/** Returns the targets that a link may lead customers to: both APIs, and the shop and the game in the settings. */
const ownPlacesOf =
  ({ config }: Context, db: Database) =>
  async (): Promise<LinkAllowlist> => {
    const { ecommerce, game } = await readSettings(db);
    return {
      addresses: [config.ENDCAP_APP_URL, config.ENDCAP_ADMIN_URL, ecommerce.domain, game.url],
      appScheme: config.ENDCAP_APP_SCHEME,
    };
  };

/** Creates the assistant from the settings: the model, within its budget of calls, or quotes only. */
export const openAssistant = (context: Context, db: Database): Assistant => {
  const { config, log, metrics } = context;
  const { ENDCAP_ASSISTANT_BASE_URL: baseUrl, ENDCAP_ASSISTANT_API_KEY: apiKey, ENDCAP_ASSISTANT_MODEL: model } = config;
  if (!baseUrl) return localAssistant;
  const calls = createModelCalls({ atOnce: config.ENDCAP_ASSISTANT_MODEL_CALLS, takeFromBudget: budgetOf(context, db) });
  const named = {
    name: 'endcap_assistant_model_questions_total',
    help: 'Questions for the model: answered, failed, or quoted because it was busy or over the budget of the day',
    label: 'outcome',
  };
  metrics?.counts(named, () => calls.outcomes);
  const onError = (error: unknown): void => log.warn({ err: error }, 'the model did not answer');
  return modelAssistant({ baseUrl, apiKey, model, calls, linkAllowlist: ownPlacesOf(context, db), onError });
};
