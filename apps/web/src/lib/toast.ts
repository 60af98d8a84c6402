import { TOAST_MS } from '@endcap/contract/core';
import { notifications } from '@mantine/notifications';

type Toast = { title: string; body: string; closeLabel: string };

const show = (color: string, { title, body, closeLabel }: Toast): void =>
  void notifications.show({
    title,
    message: body,
    color,
    autoClose: TOAST_MS,
    withBorder: true,
    closeButtonProps: { 'aria-label': closeLabel },
    role: 'status',
  });

/** both halves of a pair are shown, the general one as title. */
export const toast = {
  success: (content: Toast): void => show('green', content),
  failure: (content: Toast): void => show('red', content),
};
