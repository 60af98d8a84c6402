import { contentWords, type differenceOf, type KnownStores, reasonWords, type StoreAvailability } from '@endcap/contract/content';
import { folded } from '@endcap/contract/core';
import type { KnownStore } from '@endcap/contract/stores';
import { NativeSelect, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useFormat, useLanguage, useMessages } from '../../../lib/language.tsx';
import { matcherOf } from '../../../lib/search.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { contentMessages } from '../content.messages.ts';
import classes from './content-editor.module.css';

type Row = StoreAvailability<KnownStore>;
type AvailabilityDialogProps = {
  rows: readonly Row[];
  difference: ReturnType<typeof differenceOf<KnownStore>>;
  groups: KnownStores['groups'];
  onClose: () => void;
};

const whiches = ['all', 'shown', 'hidden', 'lost', 'gained'] as const;
type Which = (typeof whiches)[number];

/** Which rows a choice leaves. */
const ofWhich = ({ lost, gained }: AvailabilityDialogProps['difference']): Record<Which, (row: Row) => boolean> => {
  const [losing, gaining] = [lost, gained].map((list) => new Set(list.map(({ id }) => id)));
  return {
    all: () => true,
    shown: (row) => row.aimedAt,
    hidden: (row) => !row.aimedAt,
    lost: (row) => losing?.has(row.store.id) ?? false,
    gained: (row) => gaining?.has(row.store.id) ?? false,
  };
};

/** One store: yes or no, and by which rule. */
const StoreRow = ({ row, nameOf }: { row: Row; nameOf: (groupId: string) => string }) => {
  const words = useMessages(contentMessages).audience;
  const language = useLanguage();
  const { store, audience, groups, formerGroups, aimedAt } = row;
  const because = reasonWords(language, audience, { groups: groups.map(nameOf), formerGroups: formerGroups.map(nameOf) });
  return (
    <li>
      <span data-shown={aimedAt}>{aimedAt ? words.yes : words.no}</span>
      <span>
        {store.name}, {store.city}
        <small>
          {[store.storeNo, contentWords[language].storeTypes[store.storeType], because].filter((part) => part !== null).join(' · ')}
        </small>
      </span>
    </li>
  );
};

/** Every store with yes or no and the rule that decides, of the form as it stands. */
export const AvailabilityDialog = ({ rows, difference, groups, onClose }: AvailabilityDialogProps) => {
  const words = useMessages(contentMessages).audience;
  const format = useFormat();
  const [which, setWhich] = useState<Which>('all');
  const [search, setSearch] = useState('');
  const names = useMemo(() => new Map(groups.map(({ id, name }) => [id, name])), [groups]);
  const belongs = useMemo(() => ofWhich(difference), [difference]);
  const matches = matcherOf(search);
  const found = rows.filter(
    (row) => belongs[which](row) && matches(folded(`${row.store.storeNo ?? ''} ${row.store.name} ${row.store.city}`)),
  );
  return (
    <Dialog opened onClose={onClose} title={words.title} size="lg">
      <div className={classes.whoFilters}>
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
          data={whiches.map((value) => ({
            value,
            label: `${words.whiches[value]} (${format.number(rows.filter(belongs[value]).length)})`,
          }))}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <ul className={classes.whoRows} tabIndex={0} aria-label={words.title}>
        {found.map((row) => (
          <StoreRow key={row.store.id} row={row} nameOf={(id) => names.get(id) ?? id} />
        ))}
      </ul>
      {found.length === 0 && <p>{words.none}</p>}
    </Dialog>
  );
};
