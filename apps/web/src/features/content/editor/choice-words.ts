import { type ChoiceField, type ChoiceOf, contentFieldSpecs, isChoiceField } from '@endcap/contract/content';
import type { Reading } from '../../../frames/history/past.ts';
import type { Language } from '../../../lib/language.tsx';
import { contentMessages } from '../content.messages.ts';
import type { ContentForm } from './content-form.ts';

type Words = (typeof contentMessages)['en'];

/** What choices are called; a field, or a value of one, without words does not compile. */
export const wordsOf = (words: Words): { [F in ChoiceField]: Record<ChoiceOf<F>, string> } => ({
  contentType: words.types,
  navigationTab: words.tabs,
  navigationType: words.navigationTypes,
  tab: words.tabs,
  discountValueType: words.discountValueTypes,
  discountType: words.discountTypes,
  includeStoreType: words.storeTypes,
});

/** How the history reads a field (HIST-02). */
export const readingOf = (field: keyof ContentForm & string, language: Language): Reading => {
  if (field === 'typedEans') return undefined;
  const { input } = contentFieldSpecs[field];
  if (isChoiceField(field)) return wordsOf(contentMessages[language])[field];
  return input === 'instant' ? 'instant' : input === 'image' || input === 'file' ? 'file' : undefined;
};
