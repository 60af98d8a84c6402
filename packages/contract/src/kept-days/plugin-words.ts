// Without schemas: the history's words are in the first load of pages that know none.
/** Words and kinds that reserved days add to the history (CARE-06). */
export const keptDayKinds = { keptDay: ['create', 'update', 'delete'] } as const;
export const keptDayWords = { pl: { keptDay: 'Dzień zarezerwowany' }, en: { keptDay: 'Reserved day' } };
