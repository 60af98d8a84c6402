import { TOAST_MS } from '@endcap/contract/core';
import { createElement, type ReactNode } from 'react';
import { session } from './kept-session.ts';
import { lateCode, tryFor } from './late-code.ts';
import { sharedValue } from './shared-value.ts';

type Toast = { title: string; body: ReactNode; closeLabel: string };

/** True once a toast was requested; until then the library is not loaded. */
export const toastHost = sharedValue(false);

const library = lateCode(
  () => import('@mantine/notifications'),
  ({ notifications }) => notifications,
);

/** `waiting`: the newest that waits for the library. Older ones that could not be shown are not worth reading. All leave with the session. */
const toasts = session.own<{ waiting: (() => void) | null }>(() => ({ waiting: null }), { drop: () => library.get()?.clean() });

const showWaiting = async (): Promise<boolean> => {
  if (!(await library.preload())) return false;
  const own = toasts();
  own.waiting?.();
  own.waiting = null;
  return true;
};

const show = (color: string, { title, body, closeLabel }: Toast): void => {
  const own = toasts();
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
  own.waiting = shown;
  void tryFor(showWaiting);
};

/** both halves of a pair are shown, the general one as title. */
export const toast = {
  success: (content: Toast): void => show('green', content),
  failure: (content: Toast): void => show('red', content),
};
