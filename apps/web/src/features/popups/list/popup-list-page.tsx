import { DEFAULT_POPUP_SORT, type PopupSort } from '@endcap/contract/popups';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { atPage } from '../../../frames/list-address.ts';
import { ListPage } from '../../../frames/list-page.tsx';
import { copyMessages } from '../../../frames/frame.messages.ts';
import { DeleteButton, EditLink, RowMenu, useDelete } from '../../../frames/rows.tsx';
import { call } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { When } from '../../../ui/when.tsx';
import { popupMessages } from '../popup.messages.ts';
import { popups } from '../popup.queries.ts';
import { PopupName } from './popup-name.tsx';

/** List of popups, newest first (POPUP-LIST-*). */
export const PopupListPage = () => {
  const words = useMessages(popupMessages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const copies = useMessages(copyMessages);
  const client = useQueryClient();
  const navigate = useNavigate({ from: paths.popup });
  const { page = 1, sortField = DEFAULT_POPUP_SORT } = useSearch({ from: '/signed-in/admin-screens/popup' });
  const query = useQuery(popups.list({ page, sortField }));
  const deletion = useDelete({
    remove: (popupId) => call('DELETE /api/v1/popup-editor/:popupId', { params: { popupId } }),
    onDeleted: () => void popups.changed(client),
  });
  const sorted = (by: PopupSort) => (by === DEFAULT_POPUP_SORT ? {} : { sortField: by });
  return (
    <>
      <ListPage
        title={words.title}
        create={{ path: paths.popupNew, label: words.create }}
        query={query}
        page={page}
        goTo={(next, { replace }) => void navigate({ search: atPage(next), replace })}
        // Another order starts at the first page (NAV-32).
        sorting={{ by: sortField, sort: (by) => void navigate({ search: sorted(by) }) }}
        empty={{ title: words.empty, text: words.emptyText }}
        columns={[
          {
            header: words.name,
            kind: 'main',
            sort: 'name',
            render: (popup) => <PopupName popup={popup} />,
          },
          { header: words.version, render: (popup) => popup.version || words.everyVersion },
          { header: words.repeat, kind: 'number', render: (popup) => words.times(popup.repeat, format.number(popup.repeat)) },
          { header: words.createdDate, kind: 'time', sort: 'createdDate', render: (popup) => <When at={popup.createdDate} /> },
          {
            header: common.actions,
            kind: 'actions',
            render: (popup) => (
              <>
                <EditLink name={popup.name} to={paths.popupEdit} params={{ popupId: popup._id }} />
                <DeleteButton name={popup.name} onClick={() => deletion.ask({ id: popup._id, name: popup.name })} />
                <RowMenu name={popup.name} items={[{ label: copies.duplicate, copyTo: paths.popupNew, id: popup._id }]} />
              </>
            ),
          },
        ]}
      />
      {deletion.dialog}
    </>
  );
};
