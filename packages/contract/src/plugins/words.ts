import { keptDayCodes, keptDayKinds, keptDayUsage, keptDayWords } from '../kept-days/plugin-words.ts';

/** Kinds of change that plugins add to the history, and what the kinds are called. */
export const pluginKinds = { ...keptDayKinds };
export const pluginKindWords = { pl: { ...keptDayWords.pl }, en: { ...keptDayWords.en } };

/** Problem codes of fields that plugins add, with their error texts. */
export const pluginCodes = { pl: { ...keptDayCodes.pl }, en: { ...keptDayCodes.en } };

/** Nouns for the items of plugins that use another item. Each is named by its day, which the calendar shows. */
export const pluginUsage = { pl: { ...keptDayUsage.pl }, en: { ...keptDayUsage.en } };
