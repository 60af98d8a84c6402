import { POLL_MS } from '@endcap/contract/notifications';
import type { Page } from '@playwright/test';

const OFTEN_MS = 300;

/** The page polls ten times as often, so that a test does not wait for the next poll. The interval itself is tested on the form. */
export const pollOften = (page: Page): Promise<unknown> =>
  page.addInitScript(
    ([interval, often]) => {
      const repeat = setInterval;
      window.setInterval = ((run: () => void, ms?: number, ...rest: []) =>
        repeat(run, ms === interval ? often : ms, ...rest)) as typeof setInterval;
    },
    [POLL_MS, OFTEN_MS] as const,
  );
