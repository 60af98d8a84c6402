import { contentSorts, contentTypes } from '@endcap/contract/content';
import { popupSorts } from '@endcap/contract/popups';
import { z } from 'zod';
import { paths } from '../../lib/paths.ts';
import { english } from './frame.tsx';
import { editorRoutes, listRoute, oneOf, screenRoute, searchText } from './screens.ts';

/** What the app shows: content, popups, settings. */
export const contentRoutes = [
  listRoute(
    english,
    paths.content,
    {
      contentType: oneOf(contentTypes),
      published: z.boolean().optional().catch(undefined),
      sortField: oneOf(contentSorts),
      name: searchText(),
    },
    () => import('../../features/content/list/content-list-page.tsx'),
    'ContentListPage',
  ),
  ...editorRoutes(
    english,
    { new: paths.contentNew, edit: paths.contentEdit },
    () => import('../../features/content/editor/content-editor-page.tsx'),
  ),
  listRoute(
    english,
    paths.popup,
    { sortField: oneOf(popupSorts) },
    () => import('../../features/popups/list/popup-list-page.tsx'),
    'PopupListPage',
  ),
  ...editorRoutes(
    english,
    { new: paths.popupNew, edit: paths.popupEdit },
    () => import('../../features/popups/editor/popup-editor-page.tsx'),
  ),
  screenRoute(english, paths.settings, () => import('../../features/settings/settings-page.tsx'), 'SettingsPage'),
] as const;
