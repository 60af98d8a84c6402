import { emptyAudienceRule } from '@endcap/contract/audience';
import { Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { deleteMessages } from '../../../frames/frame.messages.ts';
import { UsageList } from '../../../frames/usage-list.tsx';
import { call } from '../../../lib/api.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { storeGroupMessages } from '../store-group.messages.ts';
import classes from './store-group-editor.module.css';

/** Phones that a send to the chosen stores would reach now. Null if a store is selected: the response then covers that store only. */
const useReach = (includeStores: readonly string[]) => {
  const storeId = useSelectedStore();
  return useQuery({
    queryKey: ['storeGroups', 'reach', storeId, includeStores],
    queryFn: ({ signal }) =>
      call('POST /api/v1/notification-editor/audience', { body: { ...emptyAudienceRule, includeStores: [...includeStores] } }, { signal }),
    select: ({ devices, total }) => (total === null ? null : devices),
    placeholderData: keepPreviousData,
    enabled: includeStores.length > 0,
  });
};

/** Facts about a group: the reach of the current selection (G2), and the items that use the group (G1). */
export const GroupFacts = ({ id, includeStores }: { id: string | null; includeStores: readonly string[] }) => {
  const words = useMessages(storeGroupMessages);
  const { unused } = useMessages(deleteMessages);
  const format = useFormat();
  const reach = useReach(includeStores);
  const usage = useQuery({
    queryKey: ['storeGroups', 'usage', id],
    queryFn: () => call('GET /api/v1/store-group/:storeGroupId/usage', { params: { storeGroupId: id ?? '' } }),
    enabled: id !== null,
  });
  const devices = includeStores.length === 0 ? 0 : reach.data;
  return (
    <section className={classes.card} aria-label={words.facts} data-below>
      <Title order={2} size="h4" mb="xs">
        {words.reachTitle}
      </Title>
      <Text role="status" mih={40}>
        {typeof devices === 'number' && (devices === 0 ? words.reachesNobody : words.reach(devices, format.number(devices)))}
      </Text>
      {id !== null && (
        <>
          <Title order={2} size="h4" mt="md" mb="xs">
            {words.usedBy}
          </Title>
          {usage.data && (usage.data.length > 0 ? <UsageList usage={usage.data} /> : <Text c="dimmed">{unused}</Text>)}
        </>
      )}
    </section>
  );
};
