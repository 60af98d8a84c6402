import { readFileSync } from 'node:fs';
import { expectPresentableInBoth } from './both-languages.ts';
import { expectExportOf, rowsOf, screen } from './large-export.ts';
import { expect, expectNoSidewaysScroll, openAs, speak, test } from './product.ts';

test(
  'exports the subscriptions as xlsx and ods, with the time in the file name',
  { tag: ['@NOTIF-STATS-11', '@NOTIF-STATS-12', '@NOTIF-STATS-15', '@NOTIF-STATS-17'] },
  async ({ page }) => {
    await openAs(page, 'admin', screen);
    for (const format of ['xlsx', 'ods']) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: `Export ${format}` }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(new RegExp(`^results_\\d{4}-\\d\\d-\\d\\d_\\d\\d-\\d\\d-\\d\\d\\.${format}$`));
      expect(
        readFileSync(await file.path())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK');
    }
  },
);

test('many rows are exported by a worker, while the page goes on', { tag: ['@X03'] }, ({ page }) => expectExportOf(page, 10_000));

test(
  'the subscriptions are presentable at every width; on a phone the four searches stand in two lines of equal boxes',
  { tag: ['@NFR-04', '@NFR-05', '@ux-24'] },
  async ({ page }) => {
    await speak(page, 'pl');
    await openAs(page, 'admin', screen);
    await expect(rowsOf(page)).toHaveCount(20);
    await expectPresentableInBoth(page, 'stats');
    for (const width of [1000, 400, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await expectNoSidewaysScroll(page);
    }
    const searches = page.getByRole('textbox', { name: /^Szukaj: / });
    const boxes = await Promise.all((await searches.all()).map((box) => box.boundingBox()));
    const [number, address, main, notifications] = boxes;
    expect(boxes).toHaveLength(4);
    expect(new Set(boxes.map((box) => box?.width)).size).toBe(1);
    expect([number?.x, number?.y]).toEqual([main?.x, address?.y]);
    expect([notifications?.x, notifications?.y]).toEqual([address?.x, main?.y]);
  },
);
