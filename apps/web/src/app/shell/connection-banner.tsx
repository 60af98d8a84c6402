import { useEffect } from 'react';
import { connection, useSilentSince } from '../../lib/connection.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import classes from './shell.module.css';
import { shellMessages } from './shell.messages.ts';

const PROBE_EVERY_MS = 3_000;

/** Shown while the server is unreachable, with the time of the last response, which is the age of the data on the screen (ux 22, D-49). */
export const ConnectionBanner = () => {
  const words = useMessages(shellMessages);
  const format = useFormat();
  const since = useSilentSince();
  useEffect(() => {
    if (since === null) return;
    const timer = setInterval(() => void connection.probe(), PROBE_EVERY_MS);
    return () => clearInterval(timer);
  }, [since]);
  return (
    <div role="status" className={classes.connection} data-testid="connection">
      {since !== null && words.noConnection(format.time(since))}
    </div>
  );
};
