/** CARE-05: what a person types before a safety message is sent, in their language; the API takes either. */
export const safetyWords = { pl: 'OSTRZEGAM', en: 'WARN' } as const;

export const isSafetyWord = (typed: string): boolean => Object.values<string>(safetyWords).includes(typed.trim().toUpperCase());
