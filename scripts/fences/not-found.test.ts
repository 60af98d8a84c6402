import { expect, test } from 'vitest';
import { checkNotFound } from './not-found.ts';

test('places of the page that decide by the status 404 are found', { tags: ['E-11'] }, () => {
  expect(checkNotFound('scripts/fences/canary').map((line) => line.replace(/ \(.+?\):/, ''))).toEqual(
    [3, 4, 5, 6].map((line) => `not-found-is-a-code apps/web/src/lib/planted-status.ts → line ${line}`),
  );
});
