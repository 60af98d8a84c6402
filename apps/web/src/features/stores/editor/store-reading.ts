import type { Reading } from '../../../frames/history/past.ts';
import type { Language } from '../../../lib/language.tsx';
import { storeMessages } from '../store.messages.ts';
import { hoursMessages } from './hours.messages.ts';

/** Returns how the history formats a field (HIST-02). */
export const storeReading = (field: string, language: Language): Reading =>
  field === 'storeType' ? storeMessages[language].storeTypes : field === 'sundayRule' ? hoursMessages[language].sundayRules : undefined;
