import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SAID = [
  /\blog\.(?:warn|error|fatal)\((?:[^()]|\([^()]*\))*?['`]([^'`]+)['`],?\s*\)/g,
  /\balarm\(\s*['`]([^\n]+?)['`]\s*[,)]/g,
  /\bfailing\(context, '([^']+)'\)/g,
  /level: [456]0, .*msg: '([^']+)'/g,
  /(?<![.\w])warn\(['`](.+)['`]\)/g,
  /\bblockedMessage: '([^']+)'/g,
];
const CALLS =
  /\blog\.(?:warn|error|fatal)\(|\balarm\((?!message|done\.blockedMessage)|\bblockedMessage: '|\bfailing\(context|level: [456]0|(?<![.\w])warn\(/g;

const sources = globSync('apps/server/src/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') }).map((file) =>
  readFileSync(file, 'utf8'),
);
/** Messages as they stand in the code; what is filled in is `…`. */
const messages = sources.flatMap((source) => SAID.flatMap((pattern) => [...source.matchAll(pattern)].map(([, message = '']) => message)));

test('every message of the log that may ask for a person stands in the runbook, and no other does', { tags: ['OPS-12'] }, () => {
  const [, log = ''] = readFileSync('docs/operators/runbook.md', 'utf8').split('\n## What the log says\n');
  const explained = [...log.matchAll(/^\| `([^`]+)` \| .+ \| .{20,} \|$/gm)].map(([, message = '']) => message);
  expect(explained.length).toBeGreaterThan(20);
  const filled = messages.map(
    (message) =>
      new RegExp(
        `^${message
          .replaceAll(/\$\{.+?\}(?=[^}]|$)/g, '\u0000')
          .replaceAll(/[.*+?^()|[\]\\]/g, '\\$&')
          .replaceAll('\u0000', '.+')}$`,
      ),
  );
  expect(messages.filter((_, at) => !explained.some((line) => filled[at]?.test(line)))).toEqual([]);
  expect(explained.filter((line) => !filled.some((pattern) => pattern.test(line)))).toEqual([]);
});

test('no message is overlooked: as many were read as there are calls that write one', () => {
  // These pass on what they are given: the worker’s alarm, what failed beside answering, what tracing does not understand.
  const handedOn = [/log\.error\(.+, message\)/, /log\.warn\(\{ err: error \}, what\)/, /log\.warn\(sentence\)/];
  const calls = sources.flatMap((source) => source.match(CALLS) ?? []);
  expect(handedOn.filter((pattern) => !sources.some((source) => pattern.test(source)))).toEqual([]);
  expect(messages.length).toBe(calls.length - handedOn.length);
});
