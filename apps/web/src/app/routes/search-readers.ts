import { ID_PATTERN } from '@endcap/contract/core';

// Written by hand, because the entry bundle that reads every address does not contain the schema library (decision 0113).

/** Reads one parameter, text from an address or a value from a link. Returns undefined for an invalid one, so that the default applies. */
type Reader<T> = (value: unknown) => T | undefined;
export type Readers = Record<string, Reader<unknown>>;
type SearchOf<R extends Readers> = { [Name in keyof R]?: ReturnType<R[Name]> };

/**
 * Parses the search parameters of a route. An invalid parameter stays in the result as undefined; if it were missing, the router would keep
 * its raw value.
 */
export const searchOf =
  <R extends Readers>(readers: R) =>
  (search: Record<string, unknown>): SearchOf<R> =>
    // One entry for each parameter that is in the address.
    Object.fromEntries(
      Object.entries(readers)
        .filter(([name]) => Object.hasOwn(search, name))
        .map(([name, read]) => [name, read(search[name])]),
    ) as SearchOf<R>;

/** A text of at most `longest` UTF-16 units, as it was typed. */
export const searchText =
  (longest = 200): Reader<string> =>
  (value) =>
    typeof value === 'string' && value.length <= longest ? value : undefined;

export const oneOf =
  <const Word extends string | boolean>(words: readonly Word[]): Reader<Word> =>
  (value) =>
    words.find((word) => word === value || String(word) === value);

export const yesOrNo = oneOf([true, false]);

/** The number of a change: digits, as the page writes them. */
export const countFrom1: Reader<number> = (value) => {
  const number = typeof value === 'string' && /^[1-9]\d*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

const LAST_PAGE = 1_000_000;
export const pageNumber: Reader<number> = (value) => {
  const page = countFrom1(value);
  return page !== undefined && page <= LAST_PAGE ? page : undefined;
};

const matching =
  (pattern: RegExp): Reader<string> =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? value : undefined;

export const itemId = matching(ID_PATTERN);
/** The name of a field, a part of the settings as `sending.quietFrom`. */
export const fieldName = matching(/^[a-z]\w{0,49}(\.[a-z]\w{0,49})?$/i);
export const calendarDay = matching(/^\d{4}-\d{2}-\d{2}$/);

/** A word, or what another reader reads. */
export const or =
  <const Word extends string, T>(word: Word, read: Reader<T>): Reader<Word | T> =>
  (value) =>
    value === word ? word : read(value);
