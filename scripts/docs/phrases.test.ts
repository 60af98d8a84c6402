import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Every file whose texts people read in the web page and in files that the server makes. */
const files = [
  ...globSync('apps/server/src/**/*.messages.ts'),
  ...globSync('{apps,packages}/*/src/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.tsx?$/.test(file) && readFileSync(file, 'utf8').includes('catalogue('),
  ),
  ...globSync('packages/contract/src/**/*{-words,in-words}.ts'),
  'apps/server/src/features/activity/history-csv.ts',
  'apps/web/src/features/settings/settings-form.ts',
  'apps/web/src/features/stores/editor/store-form.ts',
];

const refused: Record<string, RegExp> = {
  'a ratio that does not say of what': /procent to\b|wobec głównego|notifications to main|'of main'/,
  'a verb that does not fit its value': /Dostało je|Dostaje je|Dostałoby/,
  'a number that the sentence does not name': /dla tylu|for so many|(?:above|had) so many/,
  '"Stan na" beside "Stan z"': /Stan na\b/,
  '"Rodzaj" beside "Typ", "Kind" beside "Type"': /\b[Rr]odzaj|'Kind'|(?:each|by) kind\b/,
  'an amount without its currency': /(?:próg|threshold) \$\{value\}`/,
  'an id that is "begun"': /Początek id|Beginning of the user id|'Id klienta'/,
  'two words for a sign-in': /zalogowanie/,
  'a publication "no later than"': /nie później niż \$|nie wcześniej niż \$|no (?:later|earlier) than \$/,
  'a "line" for a text': /Line for a/,
  'a day "kept free"': /[Kk]eeps? [^'`]*\bfree\b|[Kk]ept free/,
  'a key that "takes back"': /Escape takes|the move was taken back|Take the move back/i,
  'an outcome that "nobody knows"': /[Nn]obody knows/,
  'sending "unasked"': /unasked/,
};

test.each(Object.entries(refused))('no text has %s', { tags: ['E-6G'] }, (_, phrase) => {
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (!/^\s*(?:\/\/|\/?\*)/.test(line) && phrase.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

test('the message files are read', () => {
  expect(files.length).toBeGreaterThan(60);
});
