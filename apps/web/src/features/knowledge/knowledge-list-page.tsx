import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { atPage } from '../../frames/list-address.ts';
import { ListPage } from '../../frames/list-page.tsx';
import { useDelete } from '../../frames/rows.tsx';
import { call } from '../../lib/api.ts';
import { useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import { TryAssistant } from '../assistant/index.ts';
import { knowledgeMessages } from './knowledge.messages.ts';
import { knowledge } from './knowledge.queries.ts';
import classes from './knowledge.module.css';
import { UploadButton, UploadState } from './upload-knowledge.tsx';
import { nameOf, useColumns } from './use-columns.tsx';
import { useKnowledgeUpload } from './use-knowledge-upload.ts';

const ROW_HEIGHT = 52;

/** Knowledge items, newest first, by file name. Files can be dropped anywhere on the page (KNOW-LIST-*). */
export const KnowledgeListPage = () => {
  const words = useMessages(knowledgeMessages);
  const client = useQueryClient();
  const navigate = useNavigate({ from: paths.knowledges });
  const { page = 1 } = useSearch({ from: '/signed-in/admin-screens/knowledge' });
  const query = useQuery(knowledge.list(page));
  const [added, setAdded] = useState<string | null>(null);
  const [trying, setTrying] = useState(false);
  const upload = useKnowledgeUpload((id) => {
    setAdded(id);
    // New items are on the first page.
    if (page > 1) void navigate({ search: {} });
  });
  const { over, drop } = useFileDrop((files) => void upload.send(files));
  const canDrop = upload.current === null;
  const deletion = useDelete({
    remove: (knowledgeId) => call('DELETE /api/v1/knowledge-editor/:knowledgeId', { params: { knowledgeId } }),
    onDeleted: () => void knowledge.changed(client),
  });
  return (
    <div className={classes.page} {...(canDrop && drop)}>
      <ListPage
        title={words.title}
        create={{ path: paths.knowledgeNew, label: words.create }}
        action={
          <>
            <Button variant="subtle" aria-expanded={trying} onClick={() => setTrying(!trying)}>
              {words.tryOut}
            </Button>
            <UploadButton upload={upload} />
          </>
        }
        banner={
          <>
            {trying && <TryAssistant item={null} />}
            <UploadState upload={upload} />
          </>
        }
        added={added}
        query={query}
        page={page}
        rowHeight={ROW_HEIGHT}
        goTo={(next, { replace }) => void navigate({ search: atPage(next), replace })}
        empty={{ title: words.empty, text: words.emptyText }}
        columns={useColumns((item) => deletion.ask({ id: item._id, name: nameOf(item) }))}
      />
      {over && canDrop && <div className={classes.drop}>{words.dropHere}</div>}
      {deletion.dialog}
    </div>
  );
};
