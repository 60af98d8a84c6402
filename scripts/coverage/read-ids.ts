const TITLE = /\b(?:test|it|describe)(?:\.\w+)*(?:\([^'"`]*?\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs;
const EACH_TITLE = /\)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs;
const IDS = /\b([A-Z]+(?:-[A-Z]+)*-)(\d{2,3})((?:(?:\.\.|, )\d{2,3}(?!\d|\.\d))*)/g;

/** Titles of the tests and groups of a file. */
export const titlesOf = (source: string): string[] => [
  ...new Set([...source.matchAll(TITLE), ...source.matchAll(EACH_TITLE)].map((found) => found[2] ?? '')),
];

/** The ids that a title names, also as a range (`SET-01..10`) or without repeating the letters (`SET-01, 05`). */
export const idsOf = (title: string): string[] =>
  [...title.matchAll(IDS)].flatMap(([, letters = '', first = '', rest = '']) => {
    const ids = [first];
    for (const [, how, number = ''] of rest.matchAll(/(\.\.|, )(\d{2,3})/g)) {
      if (how === '..') for (let n = Number(ids.at(-1)) + 1; n < Number(number); n += 1) ids.push(String(n).padStart(number.length, '0'));
      ids.push(number);
    }
    return ids.map((number) => letters + number);
  });
