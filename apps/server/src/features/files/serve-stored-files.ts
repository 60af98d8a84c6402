import { Problem } from '@endcap/contract/core';
import { STORED_NAME } from '@endcap/contract/files';
import type { FastifyInstance } from 'fastify';
import type { Cloudinary } from '../../platform/files/cloudinary.ts';
import type { FileStorage } from '../../platform/files/folder-storage.ts';

const types: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', gif: 'image/gif', pdf: 'application/pdf' };

const readRange = (header: string | undefined, size: number): { start: number; end: number } | null => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]));
  return { start, end };
};

/** `/images/{name}` and `/files/{name}` of both APIs: names never change their bytes, and nothing in them can run (U17, U21). */
export const serveStoredFiles = (
  app: FastifyInstance,
  { storage, cloudinary }: { storage: FileStorage; cloudinary: Cloudinary | null },
): void => {
  for (const folder of ['images', 'files'] as const) {
    app.get<{ Params: { name: string } }>(`/${folder}/:name`, async (request, reply) => {
      const { name } = request.params;
      const extension = name.split('.').at(-1) ?? '';
      if (!STORED_NAME.test(name) || (extension === 'pdf') !== (folder === 'files')) throw new Problem('not_found');
      if (cloudinary && folder === 'images') return reply.redirect(cloudinary.urlOf(name), 302);
      const size = await storage.size(name);
      if (size === null) throw new Problem('not_found');
      const etag = `"${name}"`;
      reply.headers({
        'content-type': types[extension],
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': folder === 'files' ? `attachment; filename="${name}"` : 'inline',
        'accept-ranges': 'bytes',
        etag,
      });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      const range = readRange(request.headers.range, size);
      if (!range) return reply.header('content-length', size).send(request.method === 'HEAD' ? '' : storage.read(name));
      if (range.start > range.end) return reply.code(416).header('content-range', `bytes */${size}`).send();
      return reply
        .code(206)
        .headers({ 'content-range': `bytes ${range.start}-${range.end}/${size}`, 'content-length': range.end - range.start + 1 })
        .send(storage.read(name, range));
    });
  }
};
