import { threadSorts } from '@endcap/contract/assistant';
import { paths } from '../../lib/paths.ts';
import { english } from './frame.tsx';
import { editorRoutes, listRoute, oneOf, screenRoute, searchText } from './screens.ts';

/** What the assistant knows and was asked. */
export const assistantRoutes = [
  listRoute(english, paths.knowledges, {}, () => import('../../features/knowledge/knowledge-list-page.tsx'), 'KnowledgeListPage'),
  ...editorRoutes(
    english,
    { new: paths.knowledgeNew, edit: paths.knowledgeEdit },
    () => import('../../features/knowledge/knowledge-editor-page.tsx'),
  ),
  listRoute(
    english,
    paths.threads,
    { sortField: oneOf(threadSorts), threadId: searchText() },
    () => import('../../features/assistant/thread-list-page.tsx'),
    'ThreadListPage',
  ),
  screenRoute(english, paths.thread, () => import('../../features/assistant/thread-page.tsx'), 'ThreadPage'),
] as const;
