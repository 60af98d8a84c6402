import { type BulkAction, bulkActions, namesGroup } from '@endcap/contract/content';
import { NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMessages } from '../../../lib/language.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { storeGroups } from '../../store-groups/index.ts';
import { bulkMessages } from './bulk.messages.ts';

/** The bulk change as entered, not validated. */
export type BulkWish = { action: BulkAction; publicationEnd: string; storeGroupId: string };

type BulkFieldsProps = { wish: BulkWish; onChange: (wish: BulkWish) => void };

/** The fields for the action, and for the date or the group that it needs. */
export const BulkFields = ({ wish, onChange }: BulkFieldsProps) => {
  const words = useMessages(bulkMessages);
  const { data: groups = [] } = useQuery(storeGroups.all());
  return (
    <Stack gap="sm">
      <NativeSelect
        label={words.action}
        value={wish.action}
        onChange={({ currentTarget: { value } }) => onChange({ ...wish, action: bulkActions.find((each) => each === value) ?? 'end' })}
        data={bulkActions.map((value) => ({ value, label: words.actions[value] }))}
      />
      {wish.action === 'end' && (
        <DateField
          kind="minute"
          use="end"
          label={words.date}
          value={wish.publicationEnd}
          onChange={(publicationEnd) => onChange({ ...wish, publicationEnd })}
        />
      )}
      {namesGroup(wish.action) && (
        <NativeSelect
          label={words.group}
          value={wish.storeGroupId}
          onChange={({ currentTarget: { value } }) => onChange({ ...wish, storeGroupId: value })}
          data={[{ value: '', label: words.chooseGroup }, ...groups.map(({ _id, name }) => ({ value: _id, label: name }))]}
        />
      )}
    </Stack>
  );
};
