import { storeTypes } from '@endcap/contract/audience';
import { storeSorts } from '@endcap/contract/stores';
import { paths } from '../../lib/paths.ts';
import { screenCode } from '../screen-code.ts';
import { adminLayout } from './frame.tsx';
import { editorRoute, editorScreen, listRoute } from './screens.ts';
import { oneOf, searchText } from './search-readers.ts';

const storeEditor = editorScreen(adminLayout, 'store-editor', screenCode[paths.storeNew], 'StoreEditorPage');
const groupEditor = editorScreen(adminLayout, 'group-editor', screenCode[paths.storeGroupsNew], 'StoreGroupEditorPage');

export const storeRoutes = [
  listRoute(
    adminLayout,
    paths.stores,
    // `f`: the search field that has the focus.
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
  storeEditor.addChildren([editorRoute(storeEditor, paths.storeNew), editorRoute(storeEditor, paths.storeEdit)]),
  listRoute(adminLayout, paths.storeGroups, {}, screenCode[paths.storeGroups], 'StoreGroupListPage'),
  groupEditor.addChildren([editorRoute(groupEditor, paths.storeGroupsNew), editorRoute(groupEditor, paths.storeGroupsEdit)]),
] as const;
