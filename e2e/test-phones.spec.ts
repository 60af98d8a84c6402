import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type TestPhone, testPhoneRoutes } from '@endcap/contract/devices';
import type { Page } from '@playwright/test';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { expectPartPresentable } from './presentable-part.ts';
import { expect, openAs, read, speak, test, urls } from './product.ts';

const screen = `${urls.adminUrl}/settings`;
const all = () => read<TestPhone[]>('admin', testPhoneRoutes.list);

/** Returns the QR codes that an independent decoder reads from a screenshot of the dialog. */
const scannedFrom = async (page: Page): Promise<string[]> => {
  const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer }, fireImmediately: true });
  const picture = await page.getByRole('dialog').screenshot();
  return (await readBarcodes(new Uint8Array(picture), { tryHarder: true, formats: ['QRCode'] })).map(({ text }) => text);
};

test('a phone scans the code and is a test phone, gets a name, and is removed again', { tag: ['@PLAN-07'] }, async ({ page, context }) => {
  const phone = await context.newPage();
  await phone.goto(urls.phoneUrl);
  await expect(phone.locator('body')).toHaveAttribute('data-ready', 'true');
  await speak(page, 'pl');
  await openAs(page, 'admin', `${screen}#section-testPhones`);
  const section = page.getByRole('group', { name: 'Telefony testowe' });
  await section.getByRole('button', { name: 'Dodaj telefon' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dodaj telefon testowy' });
  await expect(dialog.getByRole('img', { name: 'Kod QR dla telefonu testowego' })).toBeVisible();
  const code = await dialog.getByTestId('tester-code').innerText();
  for (const scheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    expect(await scannedFrom(page)).toEqual([`endcap://tester/${code}`]);
  }
  await expectPartPresentable(page, dialog, 'test-phone-code');

  const field = phone.getByLabel('Kod z zaplecza');
  await field.fill('endcap://tester/ktos-inny');
  await phone.getByRole('button', { name: 'Zeskanuj kod' }).click();
  await expect(phone.getByRole('status')).toContainText('Ten kod nie działa');
  const [link = ''] = await scannedFrom(page);
  await field.fill(link);
  await phone.getByRole('button', { name: 'Zeskanuj kod' }).click();
  await expect(phone.getByRole('status')).toContainText('telefon testowy');
  await expect(phone.getByRole('button', { name: 'Zeskanuj kod' })).toBeHidden();

  await expect(dialog.getByText('Dodano telefon: Android, aplikacja 3.4.0')).toBeVisible();
  const name = dialog.getByRole('textbox', { name: 'Nazwa telefonu' });
  await name.fill('Żabka Anny');
  // Enter names it, and does not save the settings behind.
  await name.press('Enter');
  await expect(dialog).toBeHidden();
  const line = section.getByRole('listitem').filter({ hasText: 'Żabka Anny' });
  await expect(line).toContainText('Android, aplikacja 3.4.0');
  await expect(page.getByText(/^Zapisano o/)).toHaveCount(0);
  await expectPartPresentable(page, section, 'test-phones');

  await line.getByRole('button', { name: 'Zmień nazwę: Żabka Anny' }).click();
  await page.getByRole('textbox', { name: 'Nazwa telefonu' }).fill('x'.repeat(61));
  await expect(page.getByText('Najwyżej 60 znaków')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Zapisz nazwę' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Nazwa telefonu' }).fill('Żabka Kasi');
  await page.getByRole('button', { name: 'Zapisz nazwę' }).click();
  const renamed = section.getByRole('listitem').filter({ hasText: 'Żabka Kasi' });
  await renamed.getByRole('button', { name: 'Usuń: Żabka Kasi' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Usuń', exact: true }).click();
  await expect(renamed).toHaveCount(0);
  expect((await all()).map((one) => one.name)).not.toContain('Żabka Kasi');
});
