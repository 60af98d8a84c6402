import { contentSorts, contentTypes, endingFilters } from '@endcap/contract/content';
import { popupSorts } from '@endcap/contract/popups';
import { paths } from '../../lib/paths.ts';
import { screenCode } from '../screen-code.ts';
import { english } from './frame.tsx';
import { editorRoute, editorRoutes, listRoute, screenRoute } from './screens.ts';
import { oneOf, searchText, yesOrNo } from './search-readers.ts';

/** What the app shows: content, popups, settings; and whether Endcap itself is well. */
export const contentRoutes = [
  listRoute(
    english,
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
  editorRoute(english, paths.contentNew, screenCode[paths.contentNew], 'NewPage', { type: oneOf(contentTypes) }),
  editorRoute(english, paths.contentEdit, screenCode[paths.contentNew], 'EditPage'),
  listRoute(english, paths.popup, { sortField: oneOf(popupSorts) }, screenCode[paths.popup], 'PopupListPage'),
  ...editorRoutes(english, { new: paths.popupNew, edit: paths.popupEdit }, screenCode[paths.popupNew]),
  editorRoute(english, paths.settings, screenCode[paths.settings], 'SettingsPage'),
  screenRoute(english, paths.system, screenCode[paths.system], 'SystemPage'),
] as const;
