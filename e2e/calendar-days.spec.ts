import { planWholeYear, wrongNumbers, year } from './calendar-days.ts';
import { expect, test } from './product.ts';

planWholeYear();

// Each weekday with days of each part of a month; the other days of the year are looked at by calendar-days.nightly.spec.ts.
const everyFifthDay = year.filter((_, n) => n % 5 === 0);

for (const width of [1400, 1024, 768, 360])
  test(
    `numbers above the days leave room for each other on every fifth day of a year at ${width} px`,
    { tag: ['@CAL-01', '@E-84'] },
    async ({ page }) => expect(await wrongNumbers(page, width, everyFifthDay)).toEqual([]),
  );
