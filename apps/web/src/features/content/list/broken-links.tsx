import type { BulkPreview } from '@endcap/contract/content';
import { Text } from '@mantine/core';
import { UsageList } from '../../../frames/usage-list.tsx';
import { useMessages } from '../../../lib/language.tsx';
import { bulkMessages } from './bulk.messages.ts';

/** Who leads to some items, where there is anybody. */
export type Leading = { usage: NonNullable<BulkPreview['usage']> };

/** What leads to items that nobody will be able to open any more, at once or when their publication ends (LINK-03). */
export const BrokenLinks = ({ usage, isAtOnce }: Leading & { isAtOnce: boolean }) => {
  const words = useMessages(bulkMessages);
  return (
    <>
      <Text>{isAtOnce ? words.broken : words.brokenThen}</Text>
      <UsageList usage={usage} />
    </>
  );
};
