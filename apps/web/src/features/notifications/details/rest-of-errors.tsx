import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useState } from 'react';
import { useMessages } from '../../../lib/language.tsx';
import { detailsMessages } from './details.messages.ts';
import { ErrorText } from './error-text.tsx';
import type { ErrorGroup } from './group-errors.ts';
import classes from './notification-details.module.css';

const ROW_PX = 44;

/** Virtual list of the remaining errors: only the visible rows are rendered. */
export const RestOfErrors = ({ groups }: { groups: readonly ErrorGroup[] }) => {
  const words = useMessages(detailsMessages);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  // Move the focus here, since the button that opened the list is gone (WCAG 2.4.3).
  useEffect(() => scroller?.focus(), [scroller]);
  // oxlint-disable-next-line react/incompatible-library -- about the React compiler, which is not used here
  const rows = useVirtualizer({ count: groups.length, getScrollElement: () => scroller, estimateSize: () => ROW_PX, overscan: 4 });
  return (
    // A box that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={setScroller} className={classes.rest} aria-label={words.rest} tabIndex={0}>
      <ul className={classes.errors} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const group = groups[index];
          return (
            group && (
              <li
                key={group.error}
                ref={rows.measureElement}
                data-index={index}
                aria-setsize={groups.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
              >
                <ErrorText group={group} />
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
};
