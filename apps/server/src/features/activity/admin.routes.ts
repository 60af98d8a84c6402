import { Readable } from 'node:stream';
import { HISTORY_PAGE_SIZE, HistoryFilters, historyRoutes } from '@endcap/contract/history';
import { warsawDay } from '@endcap/contract/warsaw-time';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { appendHistory } from '../history/index.ts';
import { issueTicket } from '../session/index.ts';
import { everybody } from './history-change.repository.ts';
import { historyCsv } from './history-csv.ts';
import { historyPage } from './history-pages.repository.ts';
import { readChange } from './read-change.ts';
import { withNames } from './with-names.ts';

/** Routes of the history, for administrators (HIST-07, HIST-08). */
export const addActivityRoutes = (handle: AdminHandle, { db, now }: { db: Database; now: () => Date }): void => {
  handle(historyRoutes.list, async ({ query: { before, imports, importedBy, ...filters } }) => {
    const page = { filters, before, importedBy, most: HISTORY_PAGE_SIZE, isFolded: imports === 'folded', hasSummaries: true };
    return withNames(db, await historyPage(db, page));
  });
  handle(historyRoutes.people, () => everybody(db));
  handle(historyRoutes.change, ({ params }) => readChange(db, Number(params.changeId)));

  handle(historyRoutes.exportTicket, async ({ actor }) => ({ ticket: await issueTicket(db, actor, historyRoutes.export.path, now()) }));
  handle(historyRoutes.export, async ({ actor, query, reply }) => {
    const filters = HistoryFilters.parse(query);
    await appendHistory(db, { actor: actor.id, entity: 'history', entityId: 'csv', action: 'export' }, {}, filters);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="history-${warsawDay(now())}.csv"`)
      .send(Readable.from(historyCsv(db, filters, query.language)));
  });
  handle(historyRoutes.noteExport, async ({ actor, body }) => {
    await appendHistory(db, { actor: actor.id, entity: 'subscriptions', entityId: body.format, action: 'export' }, {}, body);
    return undefined;
  });
};
