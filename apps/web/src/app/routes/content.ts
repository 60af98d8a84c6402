import { contentSorts, contentTypes, endingFilters } from '@endcap/contract/content';
import { popupSorts } from '@endcap/contract/popups';
import { paths } from '../../lib/paths.ts';
import { screenCode } from '../screen-code.ts';
import { adminLayout } from './frame.tsx';
import { editorRoute, editorScreen, listRoute, screenRoute } from './screens.ts';
import { oneOf, searchText, yesOrNo } from './search-readers.ts';

const contentEditor = editorScreen(adminLayout, 'content-editor', screenCode[paths.contentNew], 'ContentEditorPage', {
  type: oneOf(contentTypes),
});
const popupEditor = editorScreen(adminLayout, 'popup-editor', screenCode[paths.popupNew], 'PopupEditorPage');
const settings = editorScreen(adminLayout, 'settings', screenCode[paths.settings], 'SettingsPage');

/** Routes of the app's content, popups and settings, and of Endcap's health. */
export const contentRoutes = [
  listRoute(
    adminLayout,
    paths.content,
    {
      contentType: oneOf(contentTypes),
      published: yesOrNo,
      ends: oneOf(endingFilters),
      sortField: oneOf(contentSorts),
      name: searchText(),
    },
    screenCode[paths.content],
    'ContentListPage',
  ),
  // A new item may begin with its type (EDIT-04).
  contentEditor.addChildren([editorRoute(contentEditor, paths.contentNew), editorRoute(contentEditor, paths.contentEdit)]),
  listRoute(adminLayout, paths.popup, { sortField: oneOf(popupSorts) }, screenCode[paths.popup], 'PopupListPage'),
  popupEditor.addChildren([editorRoute(popupEditor, paths.popupNew), editorRoute(popupEditor, paths.popupEdit)]),
  settings.addChildren([editorRoute(settings, paths.settings)]),
  screenRoute(adminLayout, paths.system, screenCode[paths.system], 'SystemPage'),
] as const;
