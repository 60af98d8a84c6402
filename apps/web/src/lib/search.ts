import { folded } from '@endcap/contract/core';
import type { OptionsFilter } from '@mantine/core';

/** Whether a folded text has every word of a search; diacritics and case do not count. */
export const matcherOf = (search: string): ((foldedText: string) => boolean) => {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return (text) => words.every((word) => text.includes(word));
};

/** The filter of a select whose options are found by these folded texts, by value. */
export const optionsFilter =
  (texts: ReadonlyMap<string, string>): OptionsFilter =>
  ({ options, search, limit }) => {
    const matches = matcherOf(search);
    return options.filter((option) => 'value' in option && matches(texts.get(String(option.value)) ?? '')).slice(0, limit);
  };
