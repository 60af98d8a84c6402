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

/** Every store with yes or no and the rule that decides, of the form as it stands. */
export const AvailabilityDialog = ({ rows, difference, groups, onClose }: AvailabilityDialogProps) => {
  const words = useMessages(contentMessages).audience;
  const language = useLanguage();
  const { storeTypes } = contentWords[language];
  const format = useFormat();
  const [which, setWhich] = useState<'all' | 'shown' | 'hidden' | 'lost' | 'gained'>('all');
  const [search, setSearch] = useState('');
  const names = useMemo(() => new Map(groups.map(({ id, name }) => [id, name])), [groups]);
  const namesOf = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id);
  const [lost, gained] = useMemo(() => [difference.lost, difference.gained].map((list) => new Set(list.map(({ id }) => id))), [difference]);
  const belongs: Record<typeof which, (row: Row) => boolean> = {
    all: () => true,
    shown: (row) => row.aimedAt,
    hidden: (row) => !row.aimedAt,
    lost: (row) => lost?.has(row.store.id) ?? false,
    gained: (row) => gained?.has(row.store.id) ?? false,
  };
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
          onChange={(event) => setWhich(event.currentTarget.value as typeof which)}
          data={(['all', 'shown', 'hidden', 'lost', 'gained'] as const).map((value) => ({
            value,
            label: `${words.whiches[value]} (${format.number(rows.filter(belongs[value]).length)})`,
          }))}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <ul className={classes.whoRows} tabIndex={0} aria-label={words.title}>
        {found.map((row) => (
          <li key={row.store.id}>
            <span data-shown={row.aimedAt}>{row.aimedAt ? words.yes : words.no}</span>
            <span>
              {row.store.name}, {row.store.city}
              <small>
                {[
                  row.store.storeNo,
                  storeTypes[row.store.storeType],
                  reasonWords(language, row.audience, { groups: namesOf(row.groups), formerGroups: namesOf(row.formerGroups) }),
                ]
                  .filter((part) => part !== null)
                  .join(' · ')}
              </small>
            </span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>{words.none}</p>}
    </Dialog>
  );
};
