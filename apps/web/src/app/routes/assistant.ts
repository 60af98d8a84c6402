import { threadSorts } from '@endcap/contract/assistant';
import { paths } from '../../lib/paths.ts';
import { screenCode } from '../screen-code.ts';
import { english } from './frame.tsx';
import { editorRoutes, listRoute, oneOf, screenRoute, searchText } from './screens.ts';

/** What the assistant knows and was asked. */
export const assistantRoutes = [
  listRoute(english, paths.knowledges, {}, screenCode[paths.knowledges], 'KnowledgeListPage'),
  ...editorRoutes(english, { new: paths.knowledgeNew, edit: paths.knowledgeEdit }, screenCode[paths.knowledgeNew]),
  listRoute(english, paths.threads, { sortField: oneOf(threadSorts), threadId: searchText() }, screenCode[paths.threads], 'ThreadListPage'),
  screenRoute(english, paths.thread, screenCode[paths.thread], 'ThreadPage'),
] as const;
