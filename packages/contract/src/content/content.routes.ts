import { z } from 'zod';
import { code, entityRoutes, Id, PageNumber, PageSize, route, SearchText, Ticket, Usage } from '../core/index.ts';
import { type ContentType, contentTypes } from './content-types.ts';
import { type ContentSort, contentSorts, DEFAULT_CONTENT_SORT, type EndingFilter, endingFilters } from './content-sort.ts';
import { Availability, KnownStores } from './availability.ts';
import { Content, ContentPage, ContentPatch, ContentRow, SentContent } from './content.schema.ts';

const base = '/api/v1/content-editor';
const params = z.object({ contentId: Id });

export type ContentListQuery = {
  page: number;
  contentType?: ContentType | undefined;
  published?: 'true' | 'false' | undefined;
  ends?: EndingFilter | undefined;
  sortField: ContentSort;
  name: string;
};

export const contentRoutes = {
  list: route({
    method: 'GET',
    path: `${base}/list`,
    aliases: [base],
    summary: 'Content by publication start, name or end; by type, publication state, title or name',
    access: 'admin',
    query: z.object({
      page: PageNumber,
      pageSize: PageSize,
      contentType: z.enum(contentTypes, code('unknown')).optional(),
      /** absent is all. */
      published: z.stringbool().optional(),
      ends: z.enum(endingFilters, code('unknown')).optional(),
      sortField: z.enum(contentSorts, code('unknown')).default(DEFAULT_CONTENT_SORT),
      name: SearchText,
    }),
    reply: ContentPage,
  }),
  published: route({
    method: 'GET',
    path: `${base}/list/published`,
    //
    summary: 'What is inside its publication window now, by name',
    access: 'staff',
    reply: z.array(ContentRow),
  }),
  valid: route({
    method: 'GET',
    path: `${base}/list/valid`,
    //
    summary: 'What is inside both its windows now, by name',
    access: 'staff',
    reply: z.array(ContentRow),
  }),
  ...entityRoutes({
    base,
    id: 'contentId',
    draft: SentContent,
    patch: ContentPatch,
    entity: Content,
    summaries: {
      details: 'An item',
      create: 'Make an item',
      change: 'Change the fields that are sent; null clears an optional one',
      remove: 'Delete an item',
    },
  }),
  availabilityTicket: route({
    method: 'POST',
    path: `${base}/:contentId/availability-ticket`,
    //
    summary: 'A ticket that opens the availability view once, within 60 seconds',
    access: 'admin',
    rights: 'remembered',
    params,
    reply: z.object({ ticket: z.string() }),
    status: 201,
  }),
  availability: route({
    method: 'GET',
    path: `${base}/:contentId/availability`,
    summary: 'For every store whether it shows an item now, and why; a page, or JSON when it is asked for',
    access: 'admin',
    params,
    query: z.object({ ticket: Ticket.optional(), language: z.enum(['pl', 'en'], code('unknown')).default('pl') }),
    reply: Availability,
    page: true,
  }),
  knownStores: route({
    method: 'GET',
    path: `${base}/known-stores`,
    summary: 'Every store as audiences are decided by: type and groups',
    access: 'admin',
    reply: KnownStores,
  }),
  usage: route({
    method: 'GET',
    path: `${base}/:contentId/usage`,
    summary: 'What refers to an item',
    access: 'admin',
    params,
    reply: z.array(Usage),
  }),
};
