import { type ContentRow, isPublished } from '@endcap/contract/content';
import { useState } from 'react';
import { useMessages } from '../../../lib/language.tsx';
import { contentMessages } from '../content.messages.ts';
import classes from './content-list.module.css';

/** How much of the publication is over, as a bar: empty before it, full after it (look: content list). */
export const PublicationBar = ({ item }: { item: ContentRow }) => {
  const words = useMessages(contentMessages).timeline;
  const [now] = useState(() => Date.now());
  const [start, end] = [item.publicationStart, item.publicationEnd].map((instant) => (instant === null ? null : Date.parse(instant)));
  const state = isPublished(item, now) ? 'live' : start && start > now ? 'future' : 'past';
  // Without an end nothing of it can be over.
  const share = { past: 1, future: 0, live: end && start ? (now - start) / Math.max(1, end - start) : 0 }[state];
  return (
    <span className={classes.bar} data-state={state} role="img" aria-label={words[state]} title={words[state]}>
      <span style={{ width: `${Math.max(share * 100, state === 'live' ? 6 : 0)}%` }} />
    </span>
  );
};
