import { storeTypes } from '@endcap/contract/audience';
import { storeSorts } from '@endcap/contract/stores';
import { paths } from '../../lib/paths.ts';
import { screenCode } from '../screen-code.ts';
import { english } from './frame.tsx';
import { editorRoutes, listRoute } from './screens.ts';
import { oneOf, searchText } from './search-readers.ts';

export const storeRoutes = [
  listRoute(
    english,
    paths.stores,
    // `f` is the search field that keeps the focus.
    {
      name: searchText(),
      address: searchText(),
      storeType: oneOf(storeTypes),
      sortField: oneOf(storeSorts),
      f: oneOf(['name', 'address']),
    },
    screenCode[paths.stores],
    'StoreListPage',
  ),
  ...editorRoutes(english, { new: paths.storeNew, edit: paths.storeEdit }, screenCode[paths.storeNew]),
  listRoute(english, paths.storeGroups, {}, screenCode[paths.storeGroups], 'StoreGroupListPage'),
  ...editorRoutes(english, { new: paths.storeGroupsNew, edit: paths.storeGroupsEdit }, screenCode[paths.storeGroupsNew]),
] as const;
