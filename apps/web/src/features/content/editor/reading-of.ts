import { type ContentField, contentFieldSpecs, isChoiceField } from '@endcap/contract/content';
import type { Reading } from '../../../frames/history/past.ts';
import type { Language } from '../../../lib/language.tsx';
import { choiceWordsOf, contentMessages } from '../content.messages.ts';

/** Returns how the history formats a field (HIST-02). */
export const readingOf = (field: ContentField | 'typedEans', language: Language): Reading => {
  if (field === 'typedEans') return undefined;
  const { input } = contentFieldSpecs[field];
  if (isChoiceField(field)) return choiceWordsOf(contentMessages[language])[field];
  if (input === 'instant') return field.endsWith('End') ? 'end' : 'instant';
  return input === 'image' || input === 'file' ? 'file' : undefined;
};
