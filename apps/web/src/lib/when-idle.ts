const AT_LATEST_MS = 2_000;
/** Milliseconds to wait in browsers without `requestIdleCallback` (Safari). */
const A_MOMENT_MS = 200;

/** Resolves when the browser is idle, after two seconds at the latest. */
export const whenIdle = (): Promise<unknown> =>
  new Promise((resolve) =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(resolve, { timeout: AT_LATEST_MS }) : setTimeout(resolve, A_MOMENT_MS),
  );
