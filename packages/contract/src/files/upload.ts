import { z } from 'zod';
import { route } from '../core/index.ts';

/** */
export const StoredFile = z.object({ file: z.string(), url: z.string(), name: z.string(), size: z.number().int(), type: z.string() });
export type StoredFile = z.infer<typeof StoredFile>;

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
};
