import { Problem } from '@endcap/contract/core';
import { type ImageWidth, imageWidths, PUSH_IMAGE_MAX_SIDE, STORED_IMAGE, STORED_NAME, storedEndings } from '@endcap/contract/files';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FileStorage } from '../../platform/files/file-storage.ts';
import { queryValue } from '../../platform/http/query-value.ts';
import type { Database } from '../../tables.ts';
import { createSizeCheck } from './check-size.ts';
import { withExactLength } from './exact-length.ts';
import { isStored } from './file.repository.ts';
import type { FileStores } from './file-stores.ts';
import { createVariants } from './image-variants.ts';

/** Content types by extension. Only smaller forms of images are WebP; uploads never are. */
const types: Readonly<Record<string, string>> = { ...storedEndings, webp: 'image/webp' };
const extensionOf = (name: string): string => name.split('.').at(-1) ?? '';

const readRange = (header: string | undefined, size: number): { start: number; end: number } | null => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]));
  return { start, end };
};

/**
 * Returns the requested width; null if none is given. A width that is not on the list is not found, so that clients cannot cause thousands
 * of forms.
 */
const widthOf = (query: unknown): ImageWidth | null => {
  const w = queryValue(query, 'w');
  if (w === undefined) return null;
  const width = imageWidths.find((one) => String(one) === w);
  if (width === undefined) throw new Problem('not_found');
  return width;
};

/** Sends stored bytes. The headers that let clients cache them are set only once the storage returns them. */
const createSend =
  (storage: FileStorage) =>
  async (request: FastifyRequest, reply: FastifyReply, name: string, size: number): Promise<FastifyReply> => {
    const etag = `"${name}"`;
    const extension = extensionOf(name);
    const headers = {
      'content-type': types[extension],
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': extension === 'pdf' ? `attachment; filename="${name}"` : 'inline',
      'accept-ranges': 'bytes',
      etag,
    };
    if (request.headers['if-none-match'] === etag) return reply.code(304).headers(headers).send();
    const range = readRange(request.headers.range, size);
    if (range && range.start > range.end)
      return reply
        .code(416)
        .headers({ ...headers, 'cache-control': 'no-store', 'content-range': `bytes */${size}` })
        .send();
    const { start, end } = range ?? { start: 0, end: size - 1 };
    const length = end - start + 1;
    const body = request.method === 'HEAD' ? '' : await withExactLength(await storage.read(name, { start, end }), length);
    reply.headers({ ...headers, 'content-length': length });
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
    return reply.send(body);
  };

type Deps = { db: Database; stores: FileStores };

/** `/images/{name}` and `/files/{name}` of both APIs: names never change their bytes, and nothing in them can run (U17, U21). */
export const serveStoredFiles = (app: FastifyInstance, { db, stores: { storage, cloudinary } }: Deps): void => {
  const checkSize = createSizeCheck(db);
  const variants = createVariants(storage, checkSize);
  const send = createSend(storage);

  /** Returns `not_found`. A registered name without bytes is data loss and is logged as an error (F48). */
  const missing = async (request: FastifyRequest, name: string): Promise<Problem> => {
    if (await isStored(db, name)) request.log.error({ file: name }, 'a stored file is gone');
    return new Problem('not_found');
  };
  /** Images that were uploaded before Cloudinary was configured stay in the storage (D-24). */
  const isAtCloudinary = async (name: string): Promise<boolean> => (await storage.size(name)) === null;

  app.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
    const { name } = request.params;
    if (!STORED_NAME.test(name) || STORED_IMAGE.test(name)) throw new Problem('not_found');
    const size = await storage.size(name);
    if (size === null) throw await missing(request, name);
    await checkSize(name, size);
    return send(request, reply, name, size);
  });

  app.get<{ Params: { name: string } }>('/images/:name', async (request, reply) => {
    const { name } = request.params;
    if (!STORED_IMAGE.test(name)) throw new Problem('not_found');
    const width = widthOf(request.query);
    if (cloudinary && (await isAtCloudinary(name))) return reply.redirect(cloudinary.urlOf(name, width ?? undefined), 302);
    if (width === null) {
      const size = await storage.size(name);
      if (size === null) throw await missing(request, name);
      await checkSize(name, size);
      return send(request, reply, name, size);
    }
    reply.header('vary', 'accept');
    const modern = String(request.headers.accept ?? '').includes('image/webp');
    const variant = await variants(name, { width, modern });
    if (!variant) throw await missing(request, name);
    return send(request, reply, variant.name, variant.size);
  });

  app.get<{ Params: { name: string } }>('/images/:name/push.jpg', async (request, reply) => {
    const { name } = request.params;
    if (!STORED_IMAGE.test(name)) throw new Problem('not_found');
    if (cloudinary && (await isAtCloudinary(name))) return reply.redirect(cloudinary.jpegUrlOf(name, PUSH_IMAGE_MAX_SIDE), 302);
    const variant = await variants(name, 'push');
    if (!variant) throw await missing(request, name);
    // Never serve the original instead: it may be too large for phones.
    if (variant.name === name) throw new Problem('not_found');
    return send(request, reply, variant.name, variant.size);
  });
};
