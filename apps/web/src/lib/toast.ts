import { TOAST_MS } from '@endcap/contract/core';
import { lateCode, tryFor } from './late-code.ts';

type Toast = { title: string; body: string; closeLabel: string };

const listeners = new Set<() => void>();
let wanted = false;

/** Whether anything was ever to be shown: until then the library stays unloaded. */
export const toastHost = {
  isWanted: (): boolean => wanted,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

const library = lateCode(() => import('@mantine/notifications'));

const show = (color: string, { title, body, closeLabel }: Toast): Promise<void> =>
  tryFor(async () => {
    await library.preload();
    library.get()?.notifications.show({
      title,
      message: body,
      color,
      autoClose: TOAST_MS,
      withBorder: true,
      closeButtonProps: { 'aria-label': closeLabel },
      role: 'status',
    });
    wanted = library.get() !== null;
    for (const listener of listeners) listener();
    return wanted;
  });

/** both halves of a pair are shown, the general one as title. */
export const toast = {
  success: (content: Toast): void => void show('green', content),
  failure: (content: Toast): void => void show('red', content),
};
