import type { BrowserContext, CDPSession, Page } from '@playwright/test';

/** DevTools' Fast 3G, in bytes a second and milliseconds a request. */
const NETWORK = { offline: false, latency: 562.5, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOWER = 4;

/** A tab with slow hands: its processor is four times slower, and with `online` its network as well. */
export const slowPage = async (context: BrowserContext, { online }: { online: boolean }): Promise<{ page: Page; cdp: CDPSession }> => {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Performance.enable');
  if (online) await cdp.send('Network.emulateNetworkConditions', NETWORK);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return { page, cdp };
};
