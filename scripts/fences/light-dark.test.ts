import { expect, test } from 'vitest';
import { checkLightDark } from './light-dark.ts';

test('gradients, pictures and shadows inside light-dark() are found, colours are not', { tags: ['E-51'] }, () => {
  expect(checkLightDark('scripts/fences/canary').map((line) => line.replace(/^.*→ /, ''))).toEqual([
    'linear-gradient(165deg, rgb(31 111 74), #14213d)',
    'linear-gradient(#0f3a27, #0b1222)',
    "url('a.png')",
    '0 1px 2px #0002',
    '0 1px 2px rgb(0 0 0 / 50%)',
  ]);
});
