import { appContentRoutes } from '@endcap/contract/content';
import { Problem } from '@endcap/contract/core';
import type { FastifyRequest } from 'fastify';
import type { Handle } from '../../platform/http/handle.ts';
import { type AnswersAgain, namesTag } from '../../platform/http/answers-again.ts';
import type { Feed } from './feed.ts';

type AnyHandle = Handle<{ anyone: null; staff: never; admin: never; device: { id: string }; service: never }>;
/** Longest time that anybody may keep an answer without asking, seconds: a save must not stay unseen behind a CDN. */
const KEPT_SECONDS = 30;

const encodingOf = ({ headers }: FastifyRequest): 'br' | 'gzip' | 'identity' => {
  const accepted = String(headers['accept-encoding'] ?? '');
  const takes = (name: string): boolean => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted);
  return (['br', 'gzip'] as const).find(takes) ?? 'identity';
};

type Deps = { feed: Feed; now: () => Date; again: AnswersAgain };

export const addAppContentRoutes = (handle: AnyHandle, { feed, now, again }: Deps): void => {
  handle(appContentRoutes.feed, async ({ query, request, reply }) => {
    const prepared = await feed.list(query);
    const maxAge = (): number => {
      const left = prepared.until === null ? KEPT_SECONDS : Math.floor((prepared.until - now().getTime()) / 1000);
      return Math.max(0, Math.min(KEPT_SECONDS, left));
    };
    const encoding = encodingOf(request);
    reply.header('etag', prepared.etag).header('cache-control', `public, max-age=${maxAge()}`).header('vary', 'accept-encoding');
    const bytes = (): Buffer => prepared.bytes(encoding);
    const entity = {
      'content-type': 'application/json; charset=utf-8',
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    };
    const isCurrent = (): boolean => feed.isCurrent(prepared);
    again.keep(request.raw, { headers: { ...reply.getHeaders(), ...entity }, etag: prepared.etag, bytes, isCurrent, maxAge });
    if (namesTag(request.headers['if-none-match'], prepared.etag)) return reply.code(304).send();
    return reply.headers(entity).send(bytes());
  });

  handle(appContentRoutes.item, async ({ params, query }) => {
    const item = await feed.item(params.contentId, query);
    if (!item) throw new Problem('not_found');
    return item;
  });
};
