import { keptDayKinds, keptDayWords } from '../kept-days/index.ts';

/** Kinds of change that plugins add to the history, and what the kinds are called. */
export const pluginKinds = { ...keptDayKinds };
export const pluginKindWords = { pl: { ...keptDayWords.pl }, en: { ...keptDayWords.en } };
