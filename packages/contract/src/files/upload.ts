import { z } from 'zod';
import { route } from '../core/index.ts';

/** */
export const StoredFile = z.object({ file: z.string(), url: z.string(), name: z.string(), size: z.number().int(), type: z.string() });
export type StoredFile = z.infer<typeof StoredFile>;

/** The facts that an editor shows beside an uploaded file (E-69). `name` is null for a file of an earlier version, `pages` for one that is no readable pdf. */
export const FileFacts = z.object({ name: z.string().nullable(), size: z.number().int(), pages: z.number().int().nullable() });
export type FileFacts = z.infer<typeof FileFacts>;

export const fileRoutes = {
  upload: route({
    method: 'POST',
    path: '/api/v1/file-upload',
    summary: 'Store one file (multipart field "file"); staff may store images, administrators also pdf',
    access: 'staff',
    rights: 'remembered',
    multipart: true,
    reply: StoredFile,
    status: 201,
  }),
  facts: route({
    method: 'GET',
    path: '/api/v1/file-upload/:name',
    summary: 'The name that a stored file was uploaded by, its size in bytes, and the number of pages of a pdf',
    access: 'staff',
    rights: 'remembered',
    params: z.object({ name: z.string().max(100) }),
    reply: FileFacts,
  }),
};
