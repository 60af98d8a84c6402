import { TOAST_MS } from '@endcap/contract/core';

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

const show = async (color: string, { title, body, closeLabel }: Toast): Promise<void> => {
  const { notifications } = await import('@mantine/notifications');
  notifications.show({
    title,
    message: body,
    color,
    autoClose: TOAST_MS,
    withBorder: true,
    closeButtonProps: { 'aria-label': closeLabel },
    role: 'status',
  });
  wanted = true;
  for (const listener of listeners) listener();
};

/** both halves of a pair are shown, the general one as title. */
export const toast = {
  success: (content: Toast): void => void show('green', content),
  failure: (content: Toast): void => void show('red', content),
};
