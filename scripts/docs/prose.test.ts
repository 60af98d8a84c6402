import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const documents = globSync(['README.md', 'docs/{app-developers,decisions,operators,reference,start}/*.md']);
const WORDS_AT_MOST = 40_000;
const COLUMNS = 100;

/** Lines of a document that are prose: no code block, table or target of a link. */
const proseOf = (text: string): string[] => {
  let isCode = false;
  return text.split('\n').filter((line) => {
    if (/^\s*(```|~~~)/.test(line)) {
      isCode = !isCode;
      return false;
    }
    return !isCode && !/^\s*(\||\[[^\]]+\]:)/.test(line);
  });
};
/** Returns whether a line is too long although it could be broken at a space outside code and links. */
const isTooLong = (line: string): boolean => {
  const unbroken = line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, (part) => part.replaceAll(' ', '_'));
  return line.length > COLUMNS && /\S \S/.test(unbroken.slice(unbroken.search(/\S/), COLUMNS + 1).replace(/^([-*]|\d+\.) /, ''));
};

test('the documents without the archive have at most 40,000 words', () => {
  expect(documents.length).toBeGreaterThan(50);
  const words = documents.map((file) => readFileSync(file, 'utf8').split(/\s+/u).filter(Boolean).length);
  expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(WORDS_AT_MOST);
});

test('a line of prose has at most 100 characters', () => {
  const long = documents.flatMap((file) =>
    proseOf(readFileSync(file, 'utf8'))
      .filter((line) => isTooLong(line))
      .map((line) => `${file}: ${line}`),
  );
  expect(long).toEqual([]);
});

test('finds a long line, but not one that cannot be broken', () => {
  const long = 'word '.repeat(30);
  expect(proseOf(`${long}\n\`\`\`\n${long}\n\`\`\`\n| ${long} |\n[a]: ${long}`)).toEqual([long]);
  expect([isTooLong(long), isTooLong(`- \`${long}\``), isTooLong('short line')]).toEqual([true, false, false]);
});
