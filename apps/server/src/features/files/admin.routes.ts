import multipart from '@fastify/multipart';
import { Problem } from '@endcap/contract/core';
import { FILE_MAX_BYTES, fileRoutes, IMAGE_MAX_BYTES } from '@endcap/contract/files';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Cloudinary } from '../../platform/files/cloudinary.ts';
import type { FileStorage } from '../../platform/files/folder-storage.ts';
import type { AdminHandle } from '../session/index.ts';
import { storeUpload } from './store-upload.ts';

type Deps = { storage: FileStorage; cloudinary: Cloudinary | null };

const readPart = async (request: FastifyRequest, limit: number): Promise<{ bytes: Buffer; name: string }> => {
  if (!request.isMultipart()) throw new Problem('unsupported_type', 'Send one file as multipart/form-data, field "file"');
  const part = await request.file({ limits: { fileSize: limit } }).catch((error: unknown) => {
    const code = error instanceof Error && 'statusCode' in error ? error.statusCode : 400;
    throw new Problem(code === 413 ? 'too_large' : 'bad_request', 'The upload cannot be read');
  });
  if (!part || part.fieldname !== 'file') throw new Problem('bad_request', 'The field "file" is missing');
  const bytes = await part.toBuffer().catch(() => null);
  if (bytes === null || part.file.truncated) throw new Problem('too_large', `Files may have at most ${limit / 1024 / 1024} MB`);
  return { bytes, name: part.filename.replace(/[^\p{L}\p{N} ._-]/gu, '').slice(0, 200) };
};

export const addFileRoutes = async (app: FastifyInstance, handle: AdminHandle, deps: Deps): Promise<void> => {
  await app.register(multipart, { limits: { files: 1, fields: 5, parts: 6, fieldSize: 1_000, headerPairs: 20 } });
  const store = storeUpload(deps);
  handle(fileRoutes.upload, async ({ actor, request }) =>
    store({ ...(await readPart(request, actor.isAdmin ? FILE_MAX_BYTES : IMAGE_MAX_BYTES)), imagesOnly: !actor.isAdmin }),
  );
};
