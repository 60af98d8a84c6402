import stylelint from 'stylelint';
import { expect, test } from 'vitest';

test('CSS that a promised browser lacks is found, and CSS that all of them have is not', { tags: ['E-51'] }, async () => {
  const code = `.a { anchor-name: --a; width: calc-size(auto, size); }
.b { text-wrap: balance; color: light-dark(#fff, #000); scrollbar-width: thin; }`;
  const { results } = await stylelint.lint({ code, configFile: 'stylelint.config.mjs' });
  expect(results.flatMap(({ warnings }) => warnings).map(({ line, text }) => [line, /"([^"]+)"/.exec(text)?.[1]])).toEqual([
    [1, 'anchor-name'],
    [1, 'calc-size'],
  ]);
});
