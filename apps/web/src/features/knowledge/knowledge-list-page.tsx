import { knowledgeRoutes } from '@endcap/contract/knowledge';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ListPage } from '../../frames/list-page.tsx';
import { copyMessages } from '../../frames/copy.messages.ts';
import { RowMenu } from '../../frames/row-menu.tsx';
import { DeleteButton, EditLink } from '../../frames/row-actions.tsx';
import { RowLink } from '../../frames/row-link.tsx';
import { useDelete } from '../../frames/use-delete.tsx';
import { call } from '../../lib/api.ts';
import { commonMessages } from '../../lib/common.messages.ts';
import { useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { knowledgeMessages } from './knowledge.messages.ts';
import { knowledge } from './knowledge.queries.ts';
import classes from './knowledge.module.css';
import { UploadKnowledge } from './upload-knowledge.tsx';

/** KNOW-LIST-*: what the assistant knows, the newest first, by file name. */
export const KnowledgeListPage = () => {
  const words = useMessages(knowledgeMessages);
  const common = useMessages(commonMessages);
  const copies = useMessages(copyMessages);
  const client = useQueryClient();
  const navigate = useNavigate({ from: paths.knowledges });
  const { page = 1 } = useSearch({ from: '/signed-in/english/knowledge' });
  const query = useQuery(knowledge.list(page));
  const [uploaded, setUploaded] = useState<string | null>(null);
  // What is new stands on the first page.
  const showUploaded = (id: string): void => {
    setUploaded(id);
    if (page > 1) void navigate({ search: {} });
  };
  const deletion = useDelete({
    remove: (knowledgeId) => call(knowledgeRoutes.remove, { params: { knowledgeId } }),
    onDeleted: () => void knowledge.changed(client),
  });
  return (
    <>
      <ListPage
        title={words.title}
        create={{ path: paths.knowledgeNew, label: words.create }}
        banner={<UploadKnowledge onUploaded={showUploaded} />}
        added={uploaded}
        query={query}
        page={page}
        goTo={(next, { replace }) => void navigate({ search: next > 1 ? { page: next } : {}, replace })}
        empty={{ title: words.empty, text: words.emptyText }}
        columns={[
          {
            header: words.file,
            kind: 'main',
            render: ({ _id, filename, name }) => (
              <div className={classes.name}>
                <RowLink to={paths.knowledgeEdit} params={{ knowledgeId: _id }}>
                  {filename ?? name}
                </RowLink>
                {filename !== null && <small>{name}</small>}
              </div>
            ),
          },
          {
            header: common.actions,
            kind: 'actions',
            render: (item) => (
              <>
                <RowMenu
                  name={item.filename ?? item.name}
                  items={[{ label: copies.duplicate, copyTo: paths.knowledgeNew, id: item._id }]}
                />
                <EditLink name={item.filename ?? item.name} to={paths.knowledgeEdit} params={{ knowledgeId: item._id }} />
                <DeleteButton
                  name={item.filename ?? item.name}
                  onClick={() => deletion.ask({ id: item._id, name: item.filename ?? item.name })}
                />
              </>
            ),
          },
        ]}
      />
      {deletion.dialog}
    </>
  );
};
