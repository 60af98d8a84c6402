/** Milliseconds between refreshes when no notification arrives. */
const REFRESH_MS = 5_000;
/** Milliseconds from a notification to the refresh. Further notifications in between are dropped. */
const AFTER_HINT_MS = 50;

/** Subscribes to notifications of saves. Notifications may be lost. */
export type Listen = (hint: () => void) => { close: () => Promise<void> };

/** Refreshes on a notification and periodically, independently of requests. */
export const refreshOnHint = (refresh: () => void, listen?: Listen) => {
  let timer: NodeJS.Timeout | undefined;
  let hinted: NodeJS.Timeout | undefined;
  let subscription: ReturnType<Listen> | undefined;
  const refreshSoon = (): void => {
    hinted ??= setTimeout(() => {
      hinted = undefined;
      refresh();
    }, AFTER_HINT_MS).unref();
  };
  return {
    start: (): void => {
      refresh();
      timer = setInterval(refresh, REFRESH_MS).unref();
      subscription = listen?.(refreshSoon);
    },
    stop: async (): Promise<void> => {
      clearInterval(timer);
      clearTimeout(hinted);
      await subscription?.close();
    },
  };
};
