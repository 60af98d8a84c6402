import { useQuery } from '@tanstack/react-query';
import { stores } from '../../features/stores/index.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { useSelectedStore } from '../../lib/selected-store.ts';
import classes from './shell.module.css';
import { shellMessages } from './shell.messages.ts';

/** Time of the last sign-in by the selected store's staff; empty if it is unknown or cannot be loaded (TOP-11..15). */
export const LastLogin = () => {
  const words = useMessages(shellMessages);
  const format = useFormat();
  const storeId = useSelectedStore();
  const { data } = useQuery({ ...stores.lastLogin(storeId ?? ''), enabled: storeId !== null });
  const at = storeId === null ? null : data?.lastLoginDate;
  if (!at) return null;
  return (
    <span className={classes.lastLogin} title={format.minute(at)} data-testid="last-login">
      {words.lastLogin(format.ago(at))}
    </span>
  );
};
