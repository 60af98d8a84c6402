import { z } from 'zod';
import {
  answersOf,
  atMost,
  cleanText,
  code,
  draftOf,
  entityMarks,
  entityRoutes,
  Id,
  Instant,
  page,
  PageNumber,
  PageSize,
  patchOf,
  requiredLine,
  route,
} from '../core/index.ts';
import { dayOrInstant } from '../warsaw-time/index.ts';

/** The assistant chooses by it, so it has to stay short. UTF-16 units. */
export const DESCRIPTION_MAX_LENGTH = 500;
/** UTF-16 units of an item's content; a longer document is to be split. */
export const CONTENT_MAX_LENGTH = 250_000;
/** */
export const KNOWLEDGE_MAX_BYTES = 20 * 1024 * 1024;
export const KNOWLEDGE_MAX_PAGES = 500;
/** characters of the text that become the description of an upload. */
export const DESCRIBED_BY = 200;
/** §5: what may be uploaded. */
export const knowledgeEndings = ['pdf', 'txt', 'md', 'markdown'] as const;

const content = atMost(
  z
    .string(code('required'))
    .max(1_000_000, code('tooLong'))
    .transform(cleanText)
    .refine((text) => text !== '', code('required')),
  CONTENT_MAX_LENGTH,
);

/** ENT-17. The validity is not on the edit screen; it is stored and applied. */
export const knowledgeFields = {
  name: { rule: requiredLine(200), answer: z.string() },
  description: { rule: requiredLine(DESCRIPTION_MAX_LENGTH), answer: z.string() },
  content: { rule: content, answer: z.string() },
  validityStart: { rule: dayOrInstant, answer: Instant.nullable(), initial: null },
  validityEnd: { rule: dayOrInstant, answer: Instant.nullable(), initial: null },
};

export const KnowledgeDraft = draftOf(knowledgeFields);
export type KnowledgeDraft = z.output<typeof KnowledgeDraft>;

/** `_id` and `id` are the same. */
export const Knowledge = z.object({
  _id: Id,
  id: Id,
  filename: z.string().nullable(),
  ...answersOf(knowledgeFields),
  ...entityMarks,
});
export type Knowledge = z.infer<typeof Knowledge>;
export const KnowledgeRow = Knowledge.pick({
  _id: true,
  id: true,
  filename: true,
  name: true,
  description: true,
  validityStart: true,
  validityEnd: true,
});
export type KnowledgeRow = z.infer<typeof KnowledgeRow>;

const base = '/api/v1/knowledge-editor';

const editing = entityRoutes({
  base,
  id: 'knowledgeId',
  draft: KnowledgeDraft,
  patch: patchOf(knowledgeFields),
  entity: Knowledge,
  summaries: {
    details: 'A knowledge item',
    create: 'Make a knowledge item of fields, or of a file (multipart field "file": pdf, plain text, markdown)',
    change: 'Change the fields that are sent',
    remove: 'Delete a knowledge item; the assistant quotes it no more',
  },
});

export const knowledgeRoutes = {
  list: route({
    method: 'GET',
    path: `${base}/list`,
    aliases: [base],
    summary: 'Knowledge items by file name, or name',
    access: 'admin',
    query: z.object({ page: PageNumber, pageSize: PageSize }),
    reply: page(KnowledgeRow),
  }),
  ...editing,
  create: route({ ...editing.create, multipart: true }),
};
