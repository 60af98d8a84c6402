import axe from 'axe-core';
import { expect, type Locator, type Page } from '@playwright/test';

/** The violations that axe finds in the page as it stands, or in a part of it, by all of its rules or by some. */
export const violationsOn = async (page: Page, rules?: readonly string[], part?: Locator): Promise<string[]> => {
  // It sees into no frame.
  expect(page.frames()).toHaveLength(1);
  // Read once for each page: with each look it would cost more than the look.
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axe.source);
  const root = part ? await part.elementHandle() : null;
  return page.evaluate(
    async ({ only, root }) => {
      // What still fades in has no contrast yet. Two frames on, what was just opened is on its way; what turns for ever is no way to anywhere.
      const moving = () =>
        document
          .getAnimations()
          .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      do {
        await Promise.allSettled(moving().map(({ finished }) => finished));
        for (let n = 0; n < 2; n += 1) await frame();
      } while (moving().length > 0);
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(root ?? document, {
        resultTypes: ['violations'],
        // Only an experimental rule, which is off, and one about sound, of which there is none, read files.
        preload: false,
        ...(only && { runOnly: [...only] }),
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    { only: rules, root },
  );
};

/** Checks that axe finds no violation. */
export const expectAccessible = async (page: Page, rules?: readonly string[], part?: Locator): Promise<void> => {
  expect(await violationsOn(page, rules, part)).toEqual([]);
};
