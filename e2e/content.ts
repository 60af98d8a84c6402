import { deflateSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { callAs, expect, tokenOf, urls } from './product.ts';

export const contentScreen = `${urls.adminUrl}/content`;
const api = '/api/v1/content-editor';
export type Item = { _id: string; [field: string]: unknown };

/** A real PNG of one shade, 60 × 40. */
const png = (shade = 0x5a): Buffer => {
  const table = Array.from({ length: 256 }, (_, n) =>
    Array.from({ length: 8 }).reduce<number>((c) => (c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1), n),
  );
  const crc = (bytes: Buffer): number => ~bytes.reduce((c, byte) => (table[(c ^ byte) & 255] ?? 0) ^ (c >>> 8), -1) >>> 0;
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.from([0, 0, 0, 60, 0, 0, 0, 40, 8, 2, 0, 0, 0]);
  const rows = Buffer.concat(Array.from({ length: 40 }, () => Buffer.concat([Buffer.from([0]), Buffer.alloc(180, shade)])));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

export const uploaded = async (shade?: number): Promise<string> => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(png(shade))], { type: 'image/png' }), 'a.png');
  const answer = await fetch(`${urls.adminUrl}/api/v1/file-upload`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${await tokenOf('admin')}` },
  });
  const { file }: { file: string } = await answer.json();
  return file;
};
export const create = async (facts: Record<string, unknown>): Promise<Item> => {
  const dates = { validityStart: '2026-01-01T00:00:00Z', validityEnd: '2086-01-01T00:00:00Z' };
  const body = { contentType: 'leaflet', prevImage: await uploaded(), ...dates, ...facts };
  const answer = await callAs('admin', api, { method: 'POST', body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as Item;
};
export const stored = async (id: string): Promise<Item> => (await callAs('admin', `${api}/${id}`)).body as Item;
export const byName = async (name: string): Promise<Item[]> =>
  ((await callAs('admin', `${api}/list?name=${encodeURIComponent(name)}`)).body as { items: Item[] }).items;
/** Opens every panel that takes one row because nothing is in it. */
export const unfold = async (page: Page): Promise<void> => {
  const folded = page.getByRole('button', { name: /^(Dodaj|Add): / });
  await page.locator('fieldset[id^="panel-"]').first().waitFor();
  for (let left = await folded.count(); left > 0; left -= 1) await folded.first().click();
  await expect(folded).toHaveCount(0);
};
/** The folded line of the type, which names the chosen one. */
export const chosenType = (page: Page): Locator => page.getByRole('group', { name: /^(Typ treści|Content type)$/ });
/** Chooses a type, whose tiles are folded once one is chosen. */
export const chooseType = async (page: Page, name: string): Promise<void> => {
  const folded = page.getByRole('button', { name: /^(Zmień: Typ treści|Change: Content type)$/ });
  const tiles = page.getByRole('radiogroup', { name: /^(Typ treści|Content type)$/ });
  await tiles.or(folded).waitFor();
  if (await folded.isVisible()) await folded.click();
  // The whole tile takes the press.
  await tiles.getByRole('radio', { name, exact: true }).click();
  await expect(chosenType(page)).toContainText(name);
};
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
export const image = () => ({ name: 'a.png', mimeType: 'image/png', buffer: png() });
export const attach = (page: Page, label: string) => page.getByLabel(label, { exact: true }).setInputFiles(image());
