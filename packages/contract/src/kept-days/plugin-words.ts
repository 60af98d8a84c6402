// Without schemas: these words and codes are in the first load of pages that know none.
/** Words and kinds that reserved days add to the history (CARE-06). */
export const keptDayKinds = { keptDay: ['create', 'update', 'delete'] } as const;
export const keptDayWords = { pl: { keptDay: 'Dzień zarezerwowany' }, en: { keptDay: 'Reserved day' } };

/** Problem codes of fields that reserved days add, and their error texts. */
export const keptDayCodes = {
  pl: { dayKept: 'Ten dzień jest zarezerwowany dla centrali' },
  en: { dayKept: 'This day is reserved for head office' },
};

/** Reserved days use store groups: a noun for so many of them, and the text after it. */
export const keptDayUsage = {
  pl: {
    keptDay: {
      noun: { one: 'dzień zarezerwowany', few: 'dni zarezerwowane', many: 'dni zarezerwowanych', other: 'dnia zarezerwowanego' },
      rest: 'dla centrali',
    },
  },
  en: { keptDay: { noun: { one: 'day', other: 'days' }, rest: 'reserved for head office' } },
};
