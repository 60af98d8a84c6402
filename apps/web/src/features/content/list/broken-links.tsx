import type { BulkPreview } from '@endcap/contract/content';
import { Text } from '@mantine/core';
import { UsageList } from '../../../frames/usage-list.tsx';
import { useMessages } from '../../../lib/language.tsx';
import { bulkMessages } from './bulk.messages.ts';

/** Items that link to the changed items. */
export type Leading = { usage: NonNullable<BulkPreview['usage']> };

/** Lists the links to items that become unavailable, immediately or when their publication ends (LINK-03). */
export const BrokenLinks = ({ usage, isAtOnce }: Leading & { isAtOnce: boolean }) => {
  const words = useMessages(bulkMessages);
  return (
    <>
      <Text>{isAtOnce ? words.broken : words.brokenThen}</Text>
      <UsageList usage={usage} />
    </>
  );
};
