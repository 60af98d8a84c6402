import { appContentRoutes } from '@endcap/contract/content';
import { Problem } from '@endcap/contract/core';
import type { FastifyRequest } from 'fastify';
import type { Handle } from '../../platform/http/handle.ts';
import type { Database } from '../../tables.ts';
import { createFeed } from './feed.ts';

type AnyHandle = Handle<{ anyone: null; staff: never; admin: never; device: { id: string }; service: never }>;
/** Longest time that anybody may keep an answer without asking, seconds: a save must not stay unseen behind a CDN. */
const KEPT_SECONDS = 30;

const encodingOf = ({ headers }: FastifyRequest): 'br' | 'gzip' | 'identity' => {
  const accepted = String(headers['accept-encoding'] ?? '');
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted) ? 'gzip' : 'identity';
};

export const addAppContentRoutes = (handle: AnyHandle, deps: { db: Database; now: () => Date; appUrl: string }): void => {
  const { now } = deps;
  const feed = createFeed({ ...deps, base: deps.appUrl });

  handle(appContentRoutes.feed, async ({ query, request, reply }) => {
    const prepared = await feed.list(query);
    const left = prepared.until === null ? KEPT_SECONDS : Math.floor((prepared.until - now().getTime()) / 1000);
    reply
      .header('etag', prepared.etag)
      .header('cache-control', `public, max-age=${Math.max(0, Math.min(KEPT_SECONDS, left))}`)
      .header('vary', 'accept-encoding');
    const known = new Set(
      String(request.headers['if-none-match'] ?? '')
        .split(',')
        .map((tag) => tag.trim().replace(/^W\//, '')),
    );
    if (known.has(prepared.etag) || known.has('*')) return reply.code(304).send();
    const encoding = encodingOf(request);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type('application/json; charset=utf-8').send(prepared.bytes(encoding));
  });

  handle(appContentRoutes.item, async ({ params, query }) => {
    const item = await feed.item(params.contentId, query);
    if (!item) throw new Problem('not_found');
    return item;
  });
};
