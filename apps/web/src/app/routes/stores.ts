import { paths } from '../../lib/paths.ts';
import { english } from './frame.tsx';
import { editorRoutes, listRoute, oneOf, searchText } from './screens.ts';

export const storeRoutes = [
  listRoute(
    english,
    paths.stores,
    // `f` is the search field that keeps the focus.
    { name: searchText(), address: searchText(), f: oneOf(['name', 'address']) },
    () => import('../../features/stores/list/store-list-page.tsx'),
    'StoreListPage',
  ),
  ...editorRoutes(
    english,
    { new: paths.storeNew, edit: paths.storeEdit },
    () => import('../../features/stores/editor/store-editor-page.tsx'),
  ),
  listRoute(
    english,
    paths.storeGroups,
    {},
    () => import('../../features/store-groups/list/store-group-list-page.tsx'),
    'StoreGroupListPage',
  ),
  ...editorRoutes(
    english,
    { new: paths.storeGroupsNew, edit: paths.storeGroupsEdit },
    () => import('../../features/store-groups/editor/store-group-editor-page.tsx'),
  ),
] as const;
