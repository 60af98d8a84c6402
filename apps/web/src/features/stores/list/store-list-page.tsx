import { storeTypes } from '@endcap/contract/audience';
import { DEFAULT_STORE_SORT, type StoreRow, type StoreSort } from '@endcap/contract/stores';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { atPage } from '../../../frames/list-address.ts';
import { type Column, ListPage } from '../../../frames/list-page.tsx';
import { DeleteButton, EditLink, RowLink, useDelete } from '../../../frames/rows.tsx';
import { call } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { withOther } from '../../../lib/with-other.ts';
import { ChoiceChips } from '../../../ui/choice-chips.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { storeMessages } from '../store.messages.ts';
import { ClosedChip } from './closed-chip.tsx';
import { stores } from '../store.queries.ts';

const useColumns = (onDelete: (store: StoreRow) => void): Column<StoreRow, 'name' | 'storeNo'>[] => {
  const words = useMessages(storeMessages);
  const common = useMessages(commonMessages);
  return [
    {
      header: words.name,
      kind: 'main',
      sort: 'name',
      render: (store) => (
        <>
          <RowLink to={paths.storeEdit} params={{ storeId: store._id }}>
            {store.name}
          </RowLink>
          <ClosedChip store={store} />
        </>
      ),
    },
    { header: words.storeNo, kind: 'number', sort: 'storeNo', render: (store) => store.storeNo ?? '–' },
    {
      header: words.address,
      // One element: on a phone the cell is a row of its parts.
      render: (store) => (
        <span>
          <Unbroken text={store.address} />
        </span>
      ),
    },
    { header: words.storeType, render: (store) => withOther(words.storeTypes, store.storeType, common.other) },
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

/** Typing replaces the history entry (ux 16) and starts at the first page (NAV-32); `f` keeps the focus over a reload. */
const useFind = (field: 'name' | 'address'): ((text: string) => void) => {
  const navigate = useNavigate({ from: paths.stores });
  return useCallback(
    (text: string) =>
      void navigate({
        // Both searches come first in the address, in this order.
        search: ({ page: _page, name, address, ...rest }) => ({ name, address, ...rest, [field]: text || undefined, f: field }),
        replace: true,
      }),
    [navigate, field],
  );
};

/** List of stores by name, with search by name and address (STORE-LIST-*). */
export const StoreListPage = () => {
  const words = useMessages(storeMessages);
  const client = useQueryClient();
  const navigate = useNavigate({ from: paths.stores });
  const { page = 1, f, sortField = DEFAULT_STORE_SORT, ...narrowing } = useSearch({ from: '/signed-in/admin-screens/store' });
  const { name = '', address = '', storeType } = narrowing;
  const sorted = (by: StoreSort) => (by === DEFAULT_STORE_SORT ? {} : { sortField: by });
  const query = useQuery(stores.list({ page, name, address, storeType, ...sorted(sortField) }));
  const deletion = useDelete({
    usage: (storeId) => call('GET /api/v1/store-editor/:storeId/usage', { params: { storeId } }),
    consequence: words.consequence,
    remove: (storeId) => call('DELETE /api/v1/store-editor/:storeId', { params: { storeId } }),
    onDeleted: () => void stores.changed(client),
  });
  const columns = useColumns(({ _id, name }) => deletion.ask({ id: _id, name }));
  const findName = useFind('name');
  const findAddress = useFind('address');

  return (
    <>
      <ListPage
        title={words.title}
        create={{ path: paths.storeNew, label: words.create }}
        filters={
          <>
            <SearchField label={words.searchName} value={name} onApply={findName} autoFocus={f === 'name'} />
            <SearchField label={words.searchAddress} value={address} onApply={findAddress} autoFocus={f === 'address'} />
            <ChoiceChips
              label={words.storeType}
              options={storeTypes.map((value) => ({ value, label: words.storeTypes[value] }))}
              chosen={storeType}
              onChoose={(type) => void navigate({ search: { ...narrowing, ...sorted(sortField), storeType: type }, replace: true })}
            />
          </>
        }
        query={query}
        page={page}
        goTo={(next, { replace }) => void navigate({ search: atPage(next), replace })}
        empty={{ title: words.empty, text: words.emptyText }}
        narrowed={
          name !== '' || address !== '' || storeType
            ? { noMatch: words.noMatch, clear: () => void navigate({ search: {}, replace: true }) }
            : undefined
        }
        // Another order starts at the first page (NAV-32).
        sorting={{ by: sortField, sort: (by) => void navigate({ search: { ...narrowing, ...sorted(by) } }) }}
        columns={columns}
      />
      {deletion.dialog}
    </>
  );
};
