/** How often somebody looks who heard of nothing. */
const LOOK_UNASKED_MS = 5_000;
/** How soon after a hint: of many at once the first is enough. */
const AFTER_HINT_MS = 50;

/** Calls back when something was saved, as far as it hears of it. */
export type Listen = (hint: () => void) => { close: () => Promise<void> };

/** Looks when it hears of something, and now and then, whether or not anybody asks. */
export const lookUnasked = (look: () => void, listen?: Listen) => {
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
      timer = setInterval(look, LOOK_UNASKED_MS).unref();
      ears = listen?.(lookSoon);
    },
    stop: async (): Promise<void> => {
      clearInterval(timer);
      clearTimeout(hinted);
      await ears?.close();
    },
  };
};
