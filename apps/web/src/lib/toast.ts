import { TOAST_MS } from '@endcap/contract/core';
import { createElement, type ReactNode } from 'react';
import { lateCode, tryFor } from './late-code.ts';
import { sharedValue } from './shared-value.ts';

type Toast = { title: string; body: ReactNode; closeLabel: string };

/** Whether anything was ever to be shown: until then the library stays unloaded. */
export const toastHost = sharedValue(false);

const library = lateCode(
  () => import('@mantine/notifications'),
  ({ notifications }) => notifications,
);

/** The newest that waits for the library: of those that could not be shown, no other is still worth reading. */
let waiting: (() => void) | null = null;

const showWaiting = async (): Promise<boolean> => {
  if (!(await library.preload())) return false;
  waiting?.();
  waiting = null;
  return true;
};

const show = (color: string, { title, body, closeLabel }: Toast): void => {
  const shown = (): void => {
    library.get()?.show({
      title,
      // The library puts a bare text beside its bar of progress.
      message: createElement('span', null, body),
      color,
      autoClose: TOAST_MS,
      withBorder: true,
      closeButtonProps: { 'aria-label': closeLabel },
      role: 'status',
    });
    toastHost.set(true);
  };
  if (library.get()) return shown();
  waiting = shown;
  void tryFor(showWaiting);
};

/** both halves of a pair are shown, the general one as title. */
export const toast = {
  success: (content: Toast): void => show('green', content),
  failure: (content: Toast): void => show('red', content),
};
