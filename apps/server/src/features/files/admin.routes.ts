import multipart from '@fastify/multipart';
import { Problem } from '@endcap/contract/core';
import { FILE_MAX_BYTES, FILE_PREFIX, fileRoutes, IMAGE_MAX_BYTES } from '@endcap/contract/files';
import type { FastifyInstance } from 'fastify';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { createPageCount } from './count-pages.ts';
import { readUpload } from './file.repository.ts';
import type { FileStores } from './file-stores.ts';
import { receiveUpload } from './receive-upload.ts';
import { storeUpload } from './store-upload.ts';

type Deps = { db: Database; stores: FileStores; now: () => Date };

export const addFileRoutes = async (app: FastifyInstance, handle: AdminHandle, deps: Deps): Promise<void> => {
  await app.register(multipart, { limits: { files: 1, fields: 5, parts: 6, fieldSize: 1_000, headerPairs: 20 } });
  const store = storeUpload(deps);
  handle(fileRoutes.upload, ({ actor, request }) =>
    receiveUpload(request, { by: actor.id, maxBytes: actor.isAdmin ? FILE_MAX_BYTES : IMAGE_MAX_BYTES }, (file) =>
      store({ ...file, imagesOnly: !actor.isAdmin, by: actor.id }),
    ),
  );
  const pagesOf = createPageCount(deps.stores);
  handle(fileRoutes.facts, async ({ params: { name } }) => {
    const upload = await readUpload(deps.db, name);
    if (upload === undefined) throw new Problem('not_found', 'No such file');
    return { ...upload, pages: await pagesOf(`${FILE_PREFIX}${name}`) };
  });
};
