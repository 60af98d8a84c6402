import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Allowed module state. It belongs to the page or browser, while state of a person belongs to their session (decision 154). */
const ofThePage = [
  'app/keys/sheet-state.ts keysSheet',
  'app/main.tsx wasAdmin',
  'features/content/list/use-compact.ts compactList',
  'features/notifications/list/first-steps/first-steps.tsx dismissed',
  'features/notifications/list/notification-filters.tsx cachedApprovals',
  'frames/history/summary-values.ts dayFormats',
  'lib/api.ts whenForbidden',
  'lib/brand.ts brand',
  'lib/connection.ts answeredAt',
  'lib/connection.ts failures',
  'lib/connection.ts silentSince',
  'lib/language.tsx chosen',
  'lib/late-code.ts listeners',
  'lib/late-code.ts missing',
  'lib/toast.ts toastHost',
];

const STATE =
  /^(?:export )?(?:let (\w+)|const ([a-z]\w*)(?:: (?!Readonly|readonly )[^=]+)? = (?:new (?:Weak)?(?:Map|Set)\b|\[\];|\{\};|(?:sharedValue|storedValue)[<(]))/gm;
const statesOf = (source: string): string[] => [...source.matchAll(STATE)].map(([, variable, constant]) => variable ?? constant ?? '');

test('finds every form of mutable state in a module', () => {
  const source = [
    'let one = 1;',
    'export let two: string | null = null;',
    'const three = new Map<string, number>();',
    'const four: Set<string> = new Set();',
    'export const five = sharedValue(false);',
    "const six = storedValue<true>('six', read);",
    'const seven: string[] = [];',
    "const constant: ReadonlySet<string> = new Set(['a']);",
    'const NOTHING: Row[] = [];',
    'export const none: readonly Row[] = [];',
    '  let local = 1;',
  ];
  expect(statesOf(source.join('\n'))).toEqual(['one', 'two', 'three', 'four', 'five', 'six', 'seven']);
});

test('modules of the page have no mutable state besides the listed one, which is not of a person', { tags: ['AUTH-25'] }, () => {
  const cwd = 'apps/web/src';
  const files = globSync('**/*.{ts,tsx}', { cwd, exclude: ['**/*.test.{ts,tsx}'] });
  const found = files.flatMap((file) => statesOf(readFileSync(`${cwd}/${file}`, 'utf8')).map((name) => `${file} ${name}`));
  expect(found.toSorted()).toEqual(ofThePage);
});
