import type { BulkPreview } from '@endcap/contract/content';
import { Text } from '@mantine/core';
import { UsageList } from '../../../frames/usage-list.tsx';
import { useMessages } from '../../../lib/language.tsx';
import { bulkMessages } from './bulk.messages.ts';

/** What leads to items that nobody will be able to open any more (LINK-03). */
export const BrokenLinks = ({ usage }: Pick<BulkPreview, 'usage'>) => {
  const words = useMessages(bulkMessages);
  return (
    <>
      <Text>{words.broken}</Text>
      <UsageList usage={usage} />
    </>
  );
};
