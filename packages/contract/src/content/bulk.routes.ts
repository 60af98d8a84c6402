import { route } from '../core/index.ts';
import { BulkPreview, BulkPreviewRequest, BulkRequest, Undone, UndoRequest, Written } from './bulk.ts';

const base = '/api/v1/content-editor';

/** Many items at once, and taking it back; apart from the others, since only the list of content needs them. */
export const bulkContentRoutes = {
  preview: route({
    method: 'POST',
    path: `${base}/bulk-preview`,
    // EDIT-02
    summary: 'What a change of many items would do, without doing it',
    access: 'admin',
    rights: 'remembered',
    body: BulkPreviewRequest,
    reply: BulkPreview,
  }),
  change: route({
    method: 'POST',
    path: `${base}/bulk`,
    // EDIT-02
    summary: 'Change many items, all or none; refusals name the items as fields',
    access: 'admin',
    rights: 'fresh',
    body: BulkRequest,
    reply: Written,
    refuses: ['conflict'],
  }),
  undo: route({
    method: 'POST',
    path: `${base}/undo`,
    // EDIT-03
    summary: 'Give items what they were before their last change, also those that it deleted; what was changed since stays',
    access: 'admin',
    rights: 'remembered',
    body: UndoRequest,
    reply: Undone,
  }),
};
