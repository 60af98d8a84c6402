import { expect, test } from 'vitest';
import { checkClockReads } from './clock-reads.ts';

test('reads of the system clock in the server are found', { tags: ['E-05'] }, () => {
  expect(checkClockReads('scripts/fences/canary').map((line) => line.replace(/ \(.+?\):/, ''))).toEqual([
    'decisions-take-database-time apps/server/src/planted-clock.ts → new Date()',
    'decisions-take-database-time apps/server/src/planted-clock.ts → Date.now',
    'decisions-take-database-time apps/server/src/planted-clock.ts → Date.now',
    'decisions-take-database-time apps/server/src/planted-clock.ts → Date()',
    'decisions-take-database-time apps/server/src/planted-clock.ts → Temporal.Now',
  ]);
});
