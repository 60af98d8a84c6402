import type { Locator, Page } from '@playwright/test';
import { expect, openAs, speak, test, urls } from './product.ts';

/** Share of a control's pixels that a state has to change. Bold letters and thin outlines change a tenth. */
const ENOUGH = 0.25;
/** Two colours count as different if their distance over all three channels is larger. */
const FAR = 150;

/** The share of pixels of a picture that differ from those of another, or from one colour. */
const shareThatDiffers = (page: Page, picture: Buffer, other: Buffer | string): Promise<number> =>
  page.evaluate(
    async ([picture, other, far]) => {
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      if (!canvas) throw new Error('no canvas');
      const pixelsOf = async (base64: string): Promise<Uint8ClampedArray> => {
        const image = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]));
        Object.assign(canvas.canvas, { width: image.width, height: image.height });
        canvas.drawImage(image, 0, 0);
        return canvas.getImageData(0, 0, image.width, image.height).data;
      };
      const pixels = await pixelsOf(picture);
      const others = other.startsWith('rgb') ? (other.match(/\d+/g) ?? []).map(Number) : await pixelsOf(other);
      let differing = 0;
      for (let at = 0; at < pixels.length; at += 4) {
        const distance = [0, 1, 2].map((channel) => {
          const index = others.length > 4 ? at + channel : channel;
          return Math.abs((pixels[at + channel] ?? 0) - (others[index] ?? 0));
        });
        if (distance.reduce((sum, one) => sum + one, 0) > far) differing += 1;
      }
      return differing / (pixels.length / 4);
    },
    [picture.toString('base64'), typeof other === 'string' ? other : other.toString('base64'), FAR] as const,
  );

const themes = ['light', 'dark'] as const;
const useTheme = (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => page.emulateMedia({ colorScheme, forcedColors: 'active' });

type Part = (page: Page) => Locator;
/** Marks that no text repeats; their edges are not looked at, which the browser draws in any case. */
const marks: readonly { name: string; path: string; part: Part }[] = [
  { name: 'a bar of the calendar', path: 'calendar', part: (page) => page.locator('[data-line] > [data-sign]') },
  { name: 'a change of the preview', path: 'preview', part: (page) => page.getByRole('slider').locator('i') },
];

/** A control under test: `turn` switches its state, and the selector `sign` matches the new state. */
type Control = {
  name: string;
  path: string;
  part: Part;
  sign: string;
  begin?: (page: Page) => Promise<void>;
  turn?: (part: Locator) => Promise<void>;
};
const button =
  (name: string): Part =>
  (page) =>
    page.getByRole('main').getByRole('button', { name, exact: true });
const controls: readonly Control[] = [
  { name: 'a ready moment', path: 'preview', part: button('Jutro'), sign: '[aria-pressed="true"]' },
  {
    name: 'an entry of the sidebar',
    path: 'preview',
    part: (page) => page.getByRole('navigation', { name: 'Nawigacja' }).getByRole('link', { name: 'Treści' }),
    sign: '[aria-current]',
  },
  { name: 'a toggle', path: 'content', part: button('Widok zwarty'), sign: '[aria-pressed="true"]' },
  { name: 'a chip of a filter', path: 'notification', part: button('Testowe'), sign: '[aria-pressed="true"]' },
  { name: 'a checkbox', path: 'content/new', part: (page) => page.getByRole('checkbox', { name: 'Nieaktywne' }), sign: ':checked' },
  { name: 'a radio', path: 'content/new', part: (page) => page.getByRole('radio', { name: 'Super', exact: true }), sign: ':checked' },
  {
    name: 'a switch above the phone',
    path: 'content/new',
    part: (page) => page.locator('label').filter({ hasText: /^iOS$/ }),
    sign: ':has(:checked)',
  },
  {
    name: 'a command',
    path: 'content/new',
    part: (page) => page.getByRole('dialog').getByRole('option').nth(1),
    sign: '[aria-selected="true"]',
    begin: (page) => page.keyboard.press('Control+k'),
    turn: (part) => part.page().keyboard.press('ArrowDown'),
  },
];

test(
  'in contrast themes every control looks different in its two states, and bars and lines stand out from the ground',
  { tag: ['@E-52'] },
  async ({ page }) => {
    const softly = expect.configure({ soft: true });
    const open = async (path: string): Promise<void> => {
      if (new URL(page.url()).pathname !== `/${path}`) await page.goto(`${urls.adminUrl}/${path}`);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    };
    const lookAt = async (part: Locator): Promise<Buffer[]> => {
      const pictures: Buffer[] = [];
      for (const theme of themes) {
        await useTheme(page, theme);
        pictures.push(await part.screenshot());
      }
      return pictures;
    };
    await speak(page, 'pl');
    await openAs(page, 'admin', `${urls.adminUrl}/calendar`);
    for (const { name, path, part } of marks)
      await test.step(name, async () => {
        await open(path);
        const mark = part(page).first();
        await expect(mark).toBeVisible();
        const { x, y, width, height } = (await mark.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
        for (const theme of themes) {
          await useTheme(page, theme);
          const inside = await page.screenshot({ clip: { x: x + 1, y: y + 2, width: width - 2, height: height - 4 } });
          const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
          softly(await shareThatDiffers(page, inside, ground), `${name}, ${theme}`).toBeGreaterThan(ENOUGH);
        }
      });
    for (const { name, path, part, sign, begin, turn = (control: Locator) => control.click() } of controls)
      await test.step(name, async () => {
        await open(path);
        await begin?.(page);
        const control = part(page);
        const turned = control.and(page.locator(sign));
        await expect(control).toBeVisible();
        await expect(turned).toHaveCount(0);
        const before = await lookAt(control);
        await turn(control);
        await expect(turned).toHaveCount(1);
        for (const [at, after] of (await lookAt(control)).entries())
          softly(await shareThatDiffers(page, after, before[at] ?? ''), `${name}, ${themes[at]}`).toBeGreaterThan(ENOUGH);
      });
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
  },
);
