import { windowState } from '@endcap/contract/audience';
import type { ContentRow } from '@endcap/contract/content';
import { useState } from 'react';
import { catalogue, useMessages } from '../../../lib/language.tsx';
import classes from './content-list.module.css';

const barMessages = catalogue(
  { over: 'publikacja zakończona', open: 'opublikowane', notYet: 'przyszła publikacja' },
  { over: 'publication is over', open: 'published', notYet: 'publication to come' },
);

/** Progress bar of the publication period: empty before its start, full after its end. */
export const PublicationBar = ({ item }: { item: ContentRow }) => {
  const words = useMessages(barMessages);
  const [now] = useState(() => Date.now());
  const [start, end] = [item.publicationStart, item.publicationEnd].map((instant) => (instant === null ? null : Date.parse(instant)));
  const state = windowState(item, now);
  // Progress needs both a start and an end.
  if (end === null || (start === null && state === 'open')) return null;
  const share = { over: 1, notYet: 0, open: end && start ? (now - start) / Math.max(1, end - start) : 0 }[state];
  return (
    <span className={classes.bar} data-state={state} role="img" aria-label={words[state]} title={words[state]}>
      <span style={{ width: `${Math.max(share * 100, state === 'open' ? 6 : 0)}%` }} />
    </span>
  );
};
