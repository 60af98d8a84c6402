import type { ContentRow, ContentSortField } from '@endcap/contract/content';
import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import type { Column } from '../../../frames/list-page.tsx';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useMessages } from '../../../lib/language.tsx';
import { When } from '../../../ui/when.tsx';
import { contentMessages } from '../content.messages.ts';
import { bulkMessages } from './bulk.messages.ts';
import { ItemActions, Name, Thumbnail } from './content-cells.tsx';
import { nameOf } from './item-name.ts';
import { PublicationBar } from './publication-bar.tsx';
import type { Chosen } from './use-chosen.ts';
import type { RowActions } from './use-row-actions.tsx';

type ContentColumn = Column<ContentRow, ContentSortField>;

/** The checkbox of every row, and the one for the whole page (EDIT-02). */
const useChoiceColumn = (chosen: Chosen, shown: readonly ContentRow[]): ContentColumn => {
  const words = useMessages(bulkMessages);
  const isChosen = ({ _id }: ContentRow): boolean => chosen.allMatching || chosen.ids.has(_id);
  const all = shown.length > 0 && shown.every(isChosen);
  const ids = shown.map(({ _id }) => _id);
  return {
    header: words.choose,
    kind: 'select',
    head: (
      <Checkbox
        aria-label={words.choosePage}
        checked={all}
        indeterminate={!all && shown.some(isChosen)}
        onChange={(event) => chosen.choose(ids, event.currentTarget.checked)}
      />
    ),
    render: (item) => (
      <Checkbox
        aria-label={words.chooseItem(nameOf(item))}
        checked={isChosen(item)}
        onChange={(event) => chosen.choose([item._id], event.currentTarget.checked)}
      />
    ),
  };
};

type ColumnsProps = { shown: readonly ContentRow[]; chosen: Chosen; actions: RowActions; onDelete: (item: ContentRow) => void };

/** Columns of the content list (CONT-LIST-01..08). */
export const useColumns = ({ shown, chosen, actions, onDelete }: ColumnsProps): ContentColumn[] => {
  const words = useMessages(contentMessages);
  const common = useMessages(commonMessages);
  return [
    useChoiceColumn(chosen, shown),
    { header: words.image, kind: 'image', render: (item) => <Thumbnail reference={item.prevImage ?? ''} label={words.noImage} /> },
    { header: words.name, kind: 'main', sort: 'name', render: (item) => <Name item={item} /> },
    {
      header: words.start,
      kind: 'time',
      sort: 'publicationStart',
      render: ({ publicationStart: start }) => (start ? <When at={start} /> : words.none),
    },
    {
      header: words.end,
      kind: 'time',
      sort: 'publicationEnd',
      render: (item) => (
        // One element: on a phone the cell is a row of its parts.
        <div>
          {item.publicationEnd ? <When at={item.publicationEnd} isEnd /> : <span>{words.noEnd}</span>}
          <PublicationBar item={item} />
        </div>
      ),
    },
    {
      header: common.actions,
      kind: 'actions',
      render: (item) => <ItemActions item={item} actions={actions} onDelete={onDelete} />,
    },
  ];
};
