import type { KnowledgeRow } from '@endcap/contract/knowledge';
import { Badge } from '@mantine/core';
import type { Column } from '../../frames/list-page.tsx';
import { copyMessages } from '../../frames/frame.messages.ts';
import { DeleteButton, EditLink, RowLink, RowMenu } from '../../frames/rows.tsx';
import { commonMessages } from '../../lib/common.messages.ts';
import { useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { firstSentence } from './first-sentence.ts';
import { knowledgeMessages } from './knowledge.messages.ts';
import classes from './knowledge.module.css';
import { Validity } from './validity.tsx';

type Item = { item: KnowledgeRow };

/** Returns the name of an item in the list: its file name, or the name without a file. */
export const nameOf = ({ filename, name }: KnowledgeRow): string => filename ?? name;

/** Name, file type and the first sentence of the description (KNOW-LIST-01, 12). */
const Name = ({ item }: Item) => {
  const { _id, filename, name, description } = item;
  return (
    <div className={classes.name}>
      <RowLink to={paths.knowledgeEdit} params={{ knowledgeId: _id }}>
        {nameOf(item)}
      </RowLink>
      {filename !== null && (
        <Badge color="gray" variant="light" size="sm">
          {filename.split('.').at(-1)}
        </Badge>
      )}
      {filename !== null && <small>{name}</small>}
      <p>{firstSentence(description)}</p>
    </div>
  );
};

/** Columns of the knowledge list (KNOW-LIST-*). */
export const useColumns = (onDelete: (item: KnowledgeRow) => void): Column<KnowledgeRow>[] => {
  const words = useMessages(knowledgeMessages);
  const common = useMessages(commonMessages);
  const copies = useMessages(copyMessages);
  return [
    { header: words.file, kind: 'main', render: (item) => <Name item={item} /> },
    { header: words.validity.title, kind: 'time', render: (item) => <Validity item={item} /> },
    {
      header: common.actions,
      kind: 'actions',
      render: (item) => (
        <>
          <EditLink name={nameOf(item)} to={paths.knowledgeEdit} params={{ knowledgeId: item._id }} />
          <DeleteButton name={nameOf(item)} onClick={() => onDelete(item)} />
          <RowMenu name={nameOf(item)} items={[{ label: copies.duplicate, copyTo: paths.knowledgeNew, id: item._id }]} />
        </>
      ),
    },
  ];
};
