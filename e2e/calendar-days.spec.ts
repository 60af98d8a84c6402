import { planWholeYear, wrongNumbers, year } from './calendar-days.ts';
import { expect, test } from './product.ts';

planWholeYear();

// Each weekday, each part of a month, a Saturday of two digits, which was too wide, and both ends; calendar-days.nightly.spec.ts has the whole year.
const days = [...year.filter((_, n) => n % 36 === 0), '2024-09-28', '2024-02-29', '2024-12-31'];

for (const [language, widths] of [
  ['pl', [1400, 1024, 768, 360]],
  ['en', [360]],
] as const)
  test(
    `numbers above the days leave room for each other on days of every kind (${language})`,
    { tag: ['@CAL-01', '@E-84'] },
    async ({ page }) => expect(await wrongNumbers(page, language, widths, days)).toEqual([]),
  );
