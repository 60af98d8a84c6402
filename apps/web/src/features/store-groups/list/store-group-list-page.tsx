import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { atPage } from '../../../frames/list-address.ts';
import { ListPage } from '../../../frames/list-page.tsx';
import { copyMessages } from '../../../frames/frame.messages.ts';
import { DeleteButton, EditLink, RowLink, RowMenu, useDelete } from '../../../frames/rows.tsx';
import { call } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { storeGroupMessages } from '../store-group.messages.ts';
import { storeGroups } from '../store-group.queries.ts';

/** List of store groups by name (GRP-LIST-*). */
export const StoreGroupListPage = () => {
  const words = useMessages(storeGroupMessages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const copies = useMessages(copyMessages);
  const client = useQueryClient();
  const navigate = useNavigate({ from: paths.storeGroups });
  const { page = 1 } = useSearch({ from: '/signed-in/admin-screens/store-group' });
  const query = useQuery(storeGroups.list(page));
  const deletion = useDelete({
    usage: (storeGroupId) => call('GET /api/v1/store-group/:storeGroupId/usage', { params: { storeGroupId } }),
    consequence: words.consequence,
    remove: (storeGroupId) => call('DELETE /api/v1/store-group/:storeGroupId', { params: { storeGroupId } }),
    onDeleted: () => void storeGroups.changed(client),
  });
  return (
    <>
      <ListPage
        title={words.title}
        create={{ path: paths.storeGroupsNew, label: words.create }}
        query={query}
        page={page}
        goTo={(next, { replace }) => void navigate({ search: atPage(next), replace })}
        empty={{ title: words.empty }}
        columns={[
          {
            header: words.name,
            kind: 'main',
            render: (group) => (
              <RowLink to={paths.storeGroupsEdit} params={{ storeGroupId: group._id }}>
                {group.name}
              </RowLink>
            ),
          },
          { header: words.count, kind: 'number', render: (group) => format.number(group.stores) },
          {
            header: common.actions,
            kind: 'actions',
            render: (group) => (
              <>
                <EditLink name={group.name} to={paths.storeGroupsEdit} params={{ storeGroupId: group._id }} />
                <DeleteButton name={group.name} onClick={() => deletion.ask({ id: group._id, name: group.name })} />
                <RowMenu name={group.name} items={[{ label: copies.duplicate, copyTo: paths.storeGroupsNew, id: group._id }]} />
              </>
            ),
          },
        ]}
      />
      {deletion.dialog}
    </>
  );
};
