import { keptDayKinds, keptDayWords } from '../kept-days/index.ts';

/** Kinds of change that guests add to the history, and what the kinds are called. */
export const guestKinds = { ...keptDayKinds };
export const guestKindWords = { pl: { ...keptDayWords.pl }, en: { ...keptDayWords.en } };
