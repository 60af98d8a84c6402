import axe from 'axe-core';
import { expect, type Locator, type Page } from '@playwright/test';

/** Returns the violations that axe finds in the page or in `part`, by all of its rules or by `rules`. */
export const violationsOn = async (page: Page, rules?: readonly string[], part?: Locator): Promise<string[]> => {
  // axe does not look into frames.
  expect(page.frames()).toHaveLength(1);
  // Inject axe once per page, because that takes longer than a check.
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axe.source);
  const root = part ? await part.elementHandle() : null;
  return page.evaluate(
    async ({ only, root }) => {
      // Wait for transitions: fading elements fail the contrast check. Two frames let new ones start; endless animations are ignored.
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
        // Only an experimental rule, which is off, and a rule about audio, which no page has, need preloaded files.
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
