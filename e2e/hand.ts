import type { Locator } from '@playwright/test';

/** Counts what a person clicks after the sign-in; what is typed is not counted, nor are keys (review, section 5). */
export const aHand = () => {
  let clicks = 0;
  return {
    click: async (what: Locator): Promise<void> => {
      clicks += 1;
      await what.click();
    },
    clicks: (): number => clicks,
  };
};
