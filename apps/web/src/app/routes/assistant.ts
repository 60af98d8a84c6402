import { threadSorts } from '@endcap/contract/assistant';
import { z } from 'zod';
import { paths } from '../../lib/paths.ts';
import { screenCode } from '../screen-code.ts';
import { english } from './frame.tsx';
import { editorRoute, listRoute, oneOf, screenRoute, searchText } from './screens.ts';

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .optional()
  .catch(undefined);

/** What the assistant knows and was asked. */
export const assistantRoutes = [
  listRoute(english, paths.knowledges, {}, screenCode[paths.knowledges], 'KnowledgeListPage'),
  editorRoute(english, paths.knowledgeNew, screenCode[paths.knowledgeNew], 'NewPage', {
    thread: searchText(),
    message: z.number().int().positive().optional().catch(undefined),
  }),
  editorRoute(english, paths.knowledgeEdit, screenCode[paths.knowledgeNew], 'EditPage'),
  listRoute(
    english,
    paths.threads,
    {
      sortField: oneOf(threadSorts),
      threadId: searchText(),
      text: searchText(),
      userId: searchText(),
      from: day,
      to: day,
      unanswered: z.literal(true).optional().catch(undefined),
    },
    screenCode[paths.threads],
    'ThreadListPage',
  ),
  screenRoute(english, paths.thread, screenCode[paths.thread], 'ThreadPage'),
] as const;
