import { parseSync, Visitor, type CallExpression } from 'oxc-parser';

type Callee = CallExpression['callee'];
type Argument = CallExpression['arguments'][number];

/** `SET-01` of the requirements, `F15` of the attacks and faults, each also as a range or a list without repeating the letters. */
const IDS = /\b([A-Z]+(?:-[A-Z]+)*-|[A-Z](?=\d{2}\b))(\d{2,3})\b((?:(?:\.\.|, )(?:\1)?\d{2,3}(?!\d|\.\d))*)/g;
/** `D-1A` of the findings, which count in hexadecimal. */
const HEXADECIMAL = /\bD-\d[A-F]\b/g;

const RUNNERS = new Set(['test', 'it', 'describe']);
/** Modifiers that skip a test, or keep other tests from running. */
const NOT_RUN = new Set(['skip', 'todo', 'only', 'fixme', 'fails']);

/** `test`, `each` and `skip` of `test.each(…).skip(…)`. */
const wordsOf = (callee: Callee): string[] => {
  if (callee.type === 'Identifier') return [callee.name];
  if (callee.type === 'MemberExpression')
    return [...wordsOf(callee.object), callee.property.type === 'Identifier' ? callee.property.name : ''];
  if (callee.type === 'CallExpression') return wordsOf(callee.callee);
  return [];
};
const textOf = (title: Argument | undefined): string | null => {
  if (title?.type === 'Literal' && typeof title.value === 'string') return title.value;
  return title?.type === 'TemplateLiteral' ? title.quasis.map(({ value }) => value.raw).join('…') : null;
};

/** The texts of `{ tags: ['A-01'] }`, and of Playwright's `{ tag: ['@A-01'] }`. */
const tagsIn = (options: Argument | undefined): string[] => {
  if (options?.type !== 'ObjectExpression') return [];
  const property = options.properties.find(
    (one) => one.type === 'Property' && one.key.type === 'Identifier' && (one.key.name === 'tags' || one.key.name === 'tag'),
  );
  const list = property?.type === 'Property' && property.value.type === 'ArrayExpression' ? property.value.elements : [];
  return list.flatMap((one) => (one?.type === 'Literal' && typeof one.value === 'string' ? [one.value.replace(/^@/, '')] : []));
};

/** Titles and tags of the tests and groups of a file that run. */
export const namesOf = (source: string, file = 'a.test.ts'): { titles: string[]; tags: string[] } => {
  const [titles, tags] = [new Set<string>(), new Set<string>()];
  new Visitor({
    CallExpression: ({ callee, arguments: [title, options] }) => {
      const [runner = '', ...how] = wordsOf(callee);
      const text = textOf(title);
      if (!RUNNERS.has(runner) || text === null || how.some((word) => NOT_RUN.has(word))) return;
      titles.add(text);
      for (const tag of tagsIn(options)) tags.add(tag);
    },
  }).visit(parseSync(file, source).program);
  return { titles: [...titles], tags: [...tags] };
};

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

/** The ids that a text names, also as a range (`SET-01..10`) or without repeating the letters (`SET-01, 05`). */
export const idsOf = (title: string): string[] => [
  ...[...title.matchAll(IDS)].flatMap(([, letters = '', first = '', rest = '']) =>
    rangeOf(first + rest.replaceAll(letters, '')).map((number) => letters + number),
  ),
  ...(title.match(HEXADECIMAL) ?? []),
];
