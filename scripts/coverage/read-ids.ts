const TITLE = /\b(?:test|it|describe)(?:\.\w+)*(?:\([^'"`]*?\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs;
const EACH_TITLE = /\)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs;
/** `SET-01` of the requirements, `F15` of the attacks and faults, each also as a range or a list without repeating the letters. */
const IDS = /\b([A-Z]+(?:-[A-Z]+)*-|[A-Z](?=\d{2}\b))(\d{2,3})\b((?:(?:\.\.|, )(?:\1)?\d{2,3}(?!\d|\.\d))*)/g;
/** `D-1A` of the findings, which count in hexadecimal. */
const HEXADECIMAL = /\bD-\d[A-F]\b/g;

/** Titles of the tests and groups of a file. */
export const titlesOf = (source: string): string[] => [
  ...new Set([...source.matchAll(TITLE), ...source.matchAll(EACH_TITLE)].map((found) => found[2] ?? '')),
];

/** The numbers that `05, 07..09` means. */
export const rangeOf = (text: string): string[] => {
  const numbers: string[] = [];
  for (const [, how, number = ''] of text.matchAll(/(\.\.|, |^)(\d+)/g)) {
    if (how === '..')
      for (let n = Number(numbers.at(-1)) + 1; n < Number(number); n += 1) numbers.push(String(n).padStart(number.length, '0'));
    numbers.push(number);
  }
  return numbers;
};

/** The ids that a title names, also as a range (`SET-01..10`) or without repeating the letters (`SET-01, 05`). */
export const idsOf = (title: string): string[] => [
  ...[...title.matchAll(IDS)].flatMap(([, letters = '', first = '', rest = '']) =>
    rangeOf(first + rest.replaceAll(letters, '')).map((number) => letters + number),
  ),
  ...(title.match(HEXADECIMAL) ?? []),
];
