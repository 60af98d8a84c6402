import { Problem } from '@endcap/contract/core';
import { type ImageWidth, imageWidths, STORED_IMAGE, STORED_NAME, storedEndings } from '@endcap/contract/files';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { queryValue } from '../../platform/http/query-value.ts';
import type { Database } from '../../tables.ts';
import { isKept } from './file.repository.ts';
import type { FileStores } from './file-stores.ts';
import { createVariants } from './image-variants.ts';

/** Smaller forms of images are of a kind that nobody uploads. */
const types: Readonly<Record<string, string>> = { ...storedEndings, webp: 'image/webp' };
const extensionOf = (name: string): string => name.split('.').at(-1) ?? '';

const readRange = (header: string | undefined, size: number): { start: number; end: number } | null => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]));
  return { start, end };
};

/** The asked width, null without one; one that is not on the list is not found, so that nobody can have thousands made. */
const widthOf = (query: unknown): ImageWidth | null => {
  const w = queryValue(query, 'w');
  if (w === undefined) return null;
  const width = imageWidths.find((one) => String(one) === w);
  if (width === undefined) throw new Problem('not_found');
  return width;
};

/** `/images/{name}` and `/files/{name}` of both APIs: names never change their bytes, and nothing in them can run (U17, U21). */
export const serveStoredFiles = (app: FastifyInstance, { db, stores }: { db: Database; stores: FileStores }): void => {
  const { storage, cloudinary } = stores;
  const variants = createVariants(storage);

  /** A name that nobody kept is nothing; a kept one without its bytes is a loss that somebody has to hear of (F48). */
  const missing = async (request: FastifyRequest, name: string): Promise<Problem> => {
    if (await isKept(db, name)) request.log.error({ file: name }, 'a stored file is gone');
    return new Problem('not_found');
  };

  const send = async (request: FastifyRequest, reply: FastifyReply, name: string, size: number): Promise<FastifyReply> => {
    const etag = `"${name}"`;
    const extension = extensionOf(name);
    reply.headers({
      'content-type': types[extension],
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': extension === 'pdf' ? `attachment; filename="${name}"` : 'inline',
      'accept-ranges': 'bytes',
      etag,
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const range = readRange(request.headers.range, size);
    if (range && range.start > range.end) return reply.code(416).header('content-range', `bytes */${size}`).send();
    if (range)
      reply
        .code(206)
        .headers({ 'content-range': `bytes ${range.start}-${range.end}/${size}`, 'content-length': range.end - range.start + 1 });
    else reply.header('content-length', size);
    return reply.send(request.method === 'HEAD' ? '' : await storage.read(name, range ?? undefined));
  };

  app.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
    const { name } = request.params;
    if (!STORED_NAME.test(name) || STORED_IMAGE.test(name)) throw new Problem('not_found');
    const size = await storage.size(name);
    if (size === null) throw await missing(request, name);
    return send(request, reply, name, size);
  });

  app.get<{ Params: { name: string } }>('/images/:name', async (request, reply) => {
    const { name } = request.params;
    if (!STORED_IMAGE.test(name)) throw new Problem('not_found');
    const width = widthOf(request.query);
    // What was uploaded before there was a Cloudinary lies where it did (D-24).
    if (cloudinary && (await storage.size(name)) === null) return reply.redirect(cloudinary.urlOf(name, width ?? undefined), 302);
    if (width === null) {
      const size = await storage.size(name);
      if (size === null) throw await missing(request, name);
      return send(request, reply, name, size);
    }
    reply.header('vary', 'accept');
    const variant = await variants(name, width, String(request.headers.accept ?? '').includes('image/webp'));
    if (!variant) throw await missing(request, name);
    return send(request, reply, variant.name, variant.size);
  });
};
