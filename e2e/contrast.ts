import { expect, type Page } from '@playwright/test';

/** Every text field, choice and box that can be used, whose border stands out less than 3 : 1 from its ground (WCAG 1.4.11). */
export const weakBorders = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const rgba = (colour: string): [number, number, number, number] => {
      if (!canvas) throw new Error('no canvas');
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha];
    };
    const luminance = (colour: string): number => {
      const [red, green, blue] = rgba(colour).map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
    };
    const groundOf = (element: Element): string => {
      for (let above = element.parentElement; above; above = above.parentElement) {
        const { backgroundColor } = getComputedStyle(above);
        if (rgba(backgroundColor)[3] === 255) return backgroundColor;
      }
      return getComputedStyle(document.body).backgroundColor;
    };
    const controls = [...document.querySelectorAll<HTMLInputElement>('input:not([type=file], [type=hidden]), select, textarea')];
    return controls
      .filter((control) => control.checkVisibility() && !control.disabled && getComputedStyle(control).borderTopStyle !== 'none')
      .flatMap((control) => {
        const [border, ground] = [luminance(getComputedStyle(control).borderTopColor), luminance(groundOf(control))];
        const contrast = (Math.max(border, ground) + 0.05) / (Math.min(border, ground) + 0.05);
        return contrast < 3 ? [`${control.type} ${control.name || control.ariaLabel || control.id}: ${contrast.toFixed(2)}`] : [];
      });
  });

export const expectBorders = async (page: Page): Promise<void> => {
  await page.addStyleTag({ content: '*, *::before, *::after { transition: none !important; }' });
  await expect.poll(() => page.locator('input:visible, select:visible, textarea:visible').count()).toBeGreaterThan(0);
  expect(await weakBorders(page)).toEqual([]);
};
