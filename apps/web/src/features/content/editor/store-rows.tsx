import { nameWithCity } from '@endcap/contract/core';
import { contentWords, reasonWords, type StoreAvailability } from '@endcap/contract/content';
import type { KnownStore } from '@endcap/contract/stores';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useState } from 'react';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useLanguage, useMessages } from '../../../lib/language.tsx';
import { withOther } from '../../../lib/with-other.ts';
import { contentMessages } from '../content.messages.ts';
import classes from './availability-dialog.module.css';

export type Row = StoreAvailability<KnownStore>;
type NameOf = (groupId: string) => string;

/** A name and one line below it; names that take more are measured. */
const ROW_PX = 53;

/** One store: yes or no, and by which rule. */
const StoreTold = ({ row: { store, audience, groups, formerGroups, aimedAt }, nameOf }: { row: Row; nameOf: NameOf }) => {
  const words = useMessages(contentMessages).audience;
  const language = useLanguage();
  const { other } = useMessages(commonMessages);
  const because = reasonWords(language, audience, { groups: groups.map(nameOf), formerGroups: formerGroups.map(nameOf) });
  return (
    <>
      <span data-shown={aimedAt}>{aimedAt ? words.yes : words.no}</span>
      <span>
        <span>{nameWithCity(store)}</span>
        <small>
          {[store.storeNo, withOther(contentWords[language].storeTypes, store.storeType, other), because]
            .filter((part) => part !== null)
            .join(' · ')}
        </small>
      </span>
    </>
  );
};

/** Of however many stores those in sight are drawn. `choice`: another one is seen from its beginning on. */
export const StoreRows = ({ rows, label, choice, nameOf }: { rows: readonly Row[]; label: string; choice: string; nameOf: NameOf }) => {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  useEffect(() => {
    scroller?.scrollTo({ top: 0 });
  }, [scroller, choice]);
  // oxlint-disable-next-line react/incompatible-library -- about the React compiler, which is not used here
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_PX,
    getItemKey: (at) => rows[at]?.store.id ?? at,
    overscan: 4,
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <div ref={setScroller} role="group" className={classes.rows} aria-label={label} tabIndex={0}>
      <ul style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return (
            row && (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
              >
                <StoreTold row={row} nameOf={nameOf} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
};
