import { threadSorts } from '@endcap/contract/assistant';
import { paths } from '../../lib/paths.ts';
import { screenCode } from '../screen-code.ts';
import { adminLayout } from './frame.tsx';
import { editorRoute, editorScreen, listRoute, screenRoute } from './screens.ts';
import { calendarDay, itemId, oneOf, searchText } from './search-readers.ts';

const knowledgeEditor = editorScreen(adminLayout, 'knowledge-editor', screenCode[paths.knowledgeNew], 'KnowledgeEditorPage', {
  thread: searchText(),
  message: itemId,
});

/** Routes of the assistant: knowledge items and conversation threads. */
export const assistantRoutes = [
  listRoute(adminLayout, paths.knowledges, {}, screenCode[paths.knowledges], 'KnowledgeListPage'),
  knowledgeEditor.addChildren([editorRoute(knowledgeEditor, paths.knowledgeNew), editorRoute(knowledgeEditor, paths.knowledgeEdit)]),
  listRoute(
    adminLayout,
    paths.threads,
    {
      sortField: oneOf(threadSorts),
      threadId: searchText(),
      text: searchText(),
      userId: searchText(),
      from: calendarDay,
      to: calendarDay,
      unanswered: oneOf([true]),
    },
    screenCode[paths.threads],
    'ThreadListPage',
  ),
  screenRoute(adminLayout, paths.thread, screenCode[paths.thread], 'ThreadPage'),
] as const;
