import { contentWords, type differenceOf, type KnownStores, reasonWords, type StoreAvailability } from '@endcap/contract/content';
import { folded, nameWithCity } from '@endcap/contract/core';
import type { KnownStore } from '@endcap/contract/stores';
import { NativeSelect, TextInput } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useState } from 'react';
import { commonMessages } from '../../../lib/common.messages.ts';
import { catalogue, useFormat, useLanguage, useMessages } from '../../../lib/language.tsx';
import { matcherOf } from '../../../lib/search.ts';
import { withOther } from '../../../lib/with-other.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { contentMessages } from '../content.messages.ts';
import classes from './availability-dialog.module.css';

type Row = StoreAvailability<KnownStore>;
type NameOf = (groupId: string) => string;

/** Estimated height of a name and one line below it. Taller rows are measured. */
const ROW_PX = 53;

/** One store: visible or not, and the rule that decides. */
const StoreVerdict = ({ row: { store, audience, groups, formerGroups, aimedAt }, nameOf }: { row: Row; nameOf: NameOf }) => {
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

/** Virtual list of stores: only the visible rows are rendered. A new `choice` scrolls to the start. */
const StoreRows = ({ rows, label, choice, nameOf }: { rows: readonly Row[]; label: string; choice: string; nameOf: NameOf }) => {
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
                <StoreVerdict row={row} nameOf={nameOf} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
};

const availabilityMessages = catalogue(
  {
    search: 'Szukaj sklepu',
    which: 'Które sklepy',
    whiches: { all: 'Wszystkie', shown: 'Widoczne', hidden: 'Niewidoczne', lost: 'Znika', gained: 'Pojawia się' },
    none: 'Żaden sklep nie pasuje',
  },
  {
    search: 'Search store',
    which: 'Which stores',
    whiches: { all: 'All', shown: 'Shown', hidden: 'Not shown', lost: 'Lost', gained: 'Gained' },
    none: 'No store matches',
  },
);

type AvailabilityDialogProps = {
  rows: readonly Row[];
  difference: ReturnType<typeof differenceOf<KnownStore>>;
  groups: KnownStores['groups'];
  onClose: () => void;
};

const whiches = ['all', 'shown', 'hidden', 'lost', 'gained'] as const;
type Which = (typeof whiches)[number];

/** The rows of each choice. */
const rowsOfEach = ({ rows, difference }: Pick<AvailabilityDialogProps, 'rows' | 'difference'>): Record<Which, readonly Row[]> => {
  const [lost, gained] = [difference.lost, difference.gained].map((list) => new Set(list.map(({ id }) => id)));
  return {
    all: rows,
    shown: rows.filter(({ aimedAt }) => aimedAt),
    hidden: rows.filter(({ aimedAt }) => !aimedAt),
    lost: rows.filter(({ store }) => lost?.has(store.id)),
    gained: rows.filter(({ store }) => gained?.has(store.id)),
  };
};

const textOf = ({ store }: Row): string => folded(`${store.storeNo ?? ''} ${store.name} ${store.city}`);

/** Every store, visible or not, and the rule that decides, for the unsaved form. */
export const AvailabilityDialog = ({ rows, difference, groups, onClose }: AvailabilityDialogProps) => {
  const { title } = useMessages(contentMessages).audience;
  const words = useMessages(availabilityMessages);
  const format = useFormat();
  const [which, setWhich] = useState<Which>('all');
  const [search, setSearch] = useState('');
  const names = useMemo(() => new Map(groups.map(({ id, name }) => [id, name])), [groups]);
  const ofEach = useMemo(() => rowsOfEach({ rows, difference }), [rows, difference]);
  const texts = useMemo(() => new Map(rows.map((row) => [row, textOf(row)])), [rows]);
  const found = useMemo(() => {
    const matches = matcherOf(search);
    return ofEach[which].filter((row) => matches(texts.get(row) ?? ''));
  }, [ofEach, which, texts, search]);
  return (
    <Dialog opened onClose={onClose} title={title} size="lg">
      <div className={classes.filters}>
        <TextInput
          aria-label={words.search}
          placeholder={words.search}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <NativeSelect
          aria-label={words.which}
          value={which}
          onChange={(event) => setWhich(whiches.find((one) => one === event.currentTarget.value) ?? 'all')}
          data={whiches.map((value) => ({ value, label: `${words.whiches[value]} (${format.number(ofEach[value].length)})` }))}
        />
      </div>
      {found.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <StoreRows rows={found} label={title} choice={`${which} ${search}`} nameOf={(id) => names.get(id) ?? id} />
      )}
    </Dialog>
  );
};
