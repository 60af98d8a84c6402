import { planWholeYear, wrongNumbers, year } from './calendar-days.ts';
import { expect, test } from './product.ts';

planWholeYear();

for (const width of [1400, 1024, 768, 360])
  for (const language of ['pl', 'en'] as const)
    test(
      `numbers above the days leave room for each other on every day of a year at ${width} px (${language})`,
      { tag: ['@CAL-01', '@E-84'] },
      async ({ page }) => expect(await wrongNumbers(page, language, [width], year)).toEqual([]),
    );
