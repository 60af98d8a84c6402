import { z } from 'zod';
import { Id, route } from '../core/index.ts';
import { Day } from '../warsaw-time/index.ts';
import { CodeReport, DaySheet } from './day-sheet.ts';

export const daySheetRoutes = {
  read: route({
    method: 'GET',
    path: '/api/v1/day-sheet',
    // SHEET-01, SHEET-03
    summary: "What is valid in a store on a day (today when none is given); staff may read their own store's where the settings say so",
    access: 'staff',
    query: z.object({ storeId: Id, day: Day.optional() }),
    reply: DaySheet,
    refuses: ['not_found'],
  }),
  report: route({
    method: 'POST',
    path: '/api/v1/day-sheet/reports',
    // SHEET-03
    summary: 'Report that the code of an item does not scan in a store; once, until it is settled',
    access: 'staff',
    rights: 'remembered',
    body: z.object({ storeId: Id, contentId: Id }),
    reply: CodeReport,
    refuses: ['not_found'],
  }),
  reports: route({
    method: 'GET',
    path: '/api/v1/content-editor/:contentId/code-reports',
    // SHEET-03
    summary: 'Stores that reported that the code of an item does not scan, and are not answered yet',
    access: 'admin',
    params: z.object({ contentId: Id }),
    reply: z.array(CodeReport),
  }),
  settle: route({
    method: 'POST',
    path: '/api/v1/content-editor/:contentId/code-reports/:reportId/settle',
    summary: 'Settle a report: the code scans again, or it is another one',
    access: 'admin',
    rights: 'remembered',
    params: z.object({ contentId: Id, reportId: Id }),
    reply: null,
    status: 204,
  }),
};
