import { type StoreRow, storeRoutes } from '@endcap/contract/stores';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { atPage } from '../../../frames/list-address.ts';
import { type Column, ListPage } from '../../../frames/list-page.tsx';
import { DeleteButton, EditLink } from '../../../frames/row-actions.tsx';
import { RowLink } from '../../../frames/row-link.tsx';
import { useDelete } from '../../../frames/use-delete.tsx';
import { call } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { storeMessages } from '../store.messages.ts';
import { stores } from '../store.queries.ts';

const useColumns = (onDelete: (store: StoreRow) => void): Column<StoreRow>[] => {
  const words = useMessages(storeMessages);
  const common = useMessages(commonMessages);
  return [
    {
      header: words.name,
      kind: 'main',
      render: (store) => (
        <RowLink to={paths.storeEdit} params={{ storeId: store._id }}>
          {store.name}
        </RowLink>
      ),
    },
    { header: words.storeNo, kind: 'number', render: (store) => store.storeNo ?? '–' },
    { header: words.address, render: (store) => store.address },
    { header: words.storeType, render: (store) => words.storeTypes[store.storeType] },
    {
      header: common.actions,
      kind: 'actions',
      render: (store) => (
        <>
          <EditLink name={store.name} to={paths.storeEdit} params={{ storeId: store._id }} />
          <DeleteButton name={store.name} onClick={() => onDelete(store)} />
        </>
      ),
    },
  ];
};

/** STORE-LIST-*: stores by name, found by name and by address. */
export const StoreListPage = () => {
  const words = useMessages(storeMessages);
  const client = useQueryClient();
  const navigate = useNavigate({ from: paths.stores });
  const { page = 1, name = '', address = '', f } = useSearch({ from: '/signed-in/english/store' });
  const query = useQuery(stores.list({ page, name, address }));
  const deletion = useDelete({
    usage: (storeId) => call(storeRoutes.usage, { params: { storeId } }),
    consequence: words.consequence,
    remove: (storeId) => call(storeRoutes.remove, { params: { storeId } }),
    onDeleted: () => void stores.changed(client),
  });
  const columns = useColumns(({ _id, name }) => deletion.ask({ id: _id, name }));

  // Typing replaces the history entry (ux 16) and starts at the first page (NAV-32); `f` keeps the focus over a reload.
  const searchName = useCallback(
    (text: string) =>
      void navigate({ search: ({ address }) => ({ ...(text && { name: text }), address, f: 'name' as const }), replace: true }),
    [navigate],
  );
  const searchAddress = useCallback(
    (text: string) =>
      void navigate({ search: ({ name }) => ({ name, ...(text && { address: text }), f: 'address' as const }), replace: true }),
    [navigate],
  );
  return (
    <>
      <ListPage
        title={words.title}
        create={{ path: paths.storeNew, label: words.create }}
        filters={
          <>
            <SearchField label={words.searchName} value={name} onApply={searchName} autoFocus={f === 'name'} />
            <SearchField label={words.searchAddress} value={address} onApply={searchAddress} autoFocus={f === 'address'} />
          </>
        }
        query={query}
        page={page}
        goTo={(next, { replace }) => void navigate({ search: atPage(next), replace })}
        empty={{ title: words.empty, text: words.emptyText }}
        narrowed={
          name !== '' || address !== '' ? { noMatch: words.noMatch, clear: () => void navigate({ search: {}, replace: true }) } : undefined
        }
        columns={columns}
      />
      {deletion.dialog}
    </>
  );
};
