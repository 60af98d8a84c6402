import type { differenceOf, KnownStores } from '@endcap/contract/content';
import { folded } from '@endcap/contract/core';
import type { KnownStore } from '@endcap/contract/stores';
import { NativeSelect, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { catalogue, useFormat, useMessages } from '../../../lib/language.tsx';
import { matcherOf } from '../../../lib/search.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { contentMessages } from '../content.messages.ts';
import classes from './availability-dialog.module.css';
import { type Row, StoreRows } from './store-rows.tsx';

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

/** The rows that each choice leaves. */
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

/** Every store with yes or no and the rule that decides, of the form as it stands. */
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
