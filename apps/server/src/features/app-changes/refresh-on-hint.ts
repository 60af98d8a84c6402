/** Milliseconds between refreshes when no notification arrives. */
const REFRESH_MS = 5_000;
/** Milliseconds from a notification to the refresh. Further notifications in between are dropped. */
const AFTER_HINT_MS = 50;

/** Subscribes to notifications of saves. Notifications may be lost. */
export type Listen = (hint: () => void) => { close: () => Promise<void> };

/** Refreshes on a notification and periodically, independently of requests. */
export const refreshOnHint = (look: () => void, listen?: Listen) => {
  let timer: NodeJS.Timeout | undefined;
  let hinted: NodeJS.Timeout | undefined;
  let ears: ReturnType<Listen> | undefined;
  const lookSoon = (): void => {
    hinted ??= setTimeout(() => {
      hinted = undefined;
      look();
    }, AFTER_HINT_MS).unref();
  };
  return {
    start: (): void => {
      look();
      timer = setInterval(look, REFRESH_MS).unref();
      ears = listen?.(lookSoon);
    },
    stop: async (): Promise<void> => {
      clearInterval(timer);
      clearTimeout(hinted);
      await ears?.close();
    },
  };
};
