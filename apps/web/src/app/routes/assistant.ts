import { threadSorts } from '@endcap/contract/assistant';
import { paths } from '../../lib/paths.ts';
import { screenCode } from '../screen-code.ts';
import { layoutEn } from './frame.tsx';
import { editorRoute, editorScreen, listRoute, screenRoute } from './screens.ts';
import { calendarDay, itemId, oneOf, searchText } from './search-readers.ts';

const knowledgeEditor = editorScreen(layoutEn, 'knowledge-editor', screenCode[paths.knowledgeNew], 'KnowledgeEditorPage', {
  thread: searchText(),
  message: itemId,
});

/** Routes of the assistant: knowledge items and conversation threads. */
export const assistantRoutes = [
  listRoute(layoutEn, paths.knowledges, {}, screenCode[paths.knowledges], 'KnowledgeListPage'),
  knowledgeEditor.addChildren([editorRoute(knowledgeEditor, paths.knowledgeNew), editorRoute(knowledgeEditor, paths.knowledgeEdit)]),
  listRoute(
    layoutEn,
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
  screenRoute(layoutEn, paths.thread, screenCode[paths.thread], 'ThreadPage'),
] as const;
