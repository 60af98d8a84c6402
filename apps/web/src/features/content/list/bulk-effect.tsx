import type { BulkPreview } from '@endcap/contract/content';
import { Text } from '@mantine/core';
import { codeMessages } from '../../../frames/code.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { withOther } from '../../../lib/with-other.ts';
import { BrokenLinks } from './broken-links.tsx';
import { bulkMessages } from './bulk.messages.ts';

const Refused = ({ refused }: Pick<BulkPreview, 'refused'>) => {
  const words = useMessages(bulkMessages);
  const because = useMessages(codeMessages);
  return (
    <>
      <Text>{words.refused}</Text>
      <ul>
        {refused.map(({ _id, name, codes }) => (
          <li key={_id}>{`${name}: ${codes.map((code) => withOther(because, code, because.invalid)).join(', ')}`}</li>
        ))}
      </ul>
    </>
  );
};

/** Effect of a bulk change on items and the stores that see them. Lists rejected items and the links that would break (LINK-03). */
export const BulkEffect = ({ items, unchanged, losing, gaining, usage, refused, isDelete }: BulkPreview & { isDelete: boolean }) => {
  const words = useMessages(bulkMessages);
  const format = useFormat();
  const count = items.length;
  return (
    <>
      <Text fw={600}>{count > 0 ? (isDelete ? words.willDelete : words.effect)(count, format.number(count)) : words.nothing}</Text>
      {unchanged > 0 && <Text c="dimmed">{words.unchanged(format.number(unchanged))}</Text>}
      {count > 0 && losing + gaining === 0 && <Text>{words.noStores}</Text>}
      {losing > 0 && <Text>{words.losing(losing, format.number(losing))}</Text>}
      {gaining > 0 && <Text>{words.gaining(gaining, format.number(gaining))}</Text>}
      {usage && usage.length > 0 && <BrokenLinks usage={usage} isAtOnce={isDelete} />}
      {refused.length > 0 && <Refused refused={refused} />}
    </>
  );
};
