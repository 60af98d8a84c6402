import { appContentRoutes } from '@endcap/contract/content';
import { Problem } from '@endcap/contract/core';
import type { FastifyRequest } from 'fastify';
import type { Handle } from '../../platform/http/handle.ts';
import { type AnswersAgain, namesTag } from '../../platform/http/answers-again.ts';
import type { Accepted } from '../../platform/http/packed-answer.ts';
import type { Feed } from './feed.ts';

type AnyHandle = Handle<{ anyone: null; staff: never; admin: never; device: { id: string }; service: never }>;
/** Longest time that anybody may keep an answer without asking, seconds: a save must not stay unseen behind a CDN. */
const KEPT_SECONDS = 30;

const acceptedBy = ({ headers }: FastifyRequest): Accepted => {
  const accepted = String(headers['accept-encoding'] ?? '');
  const takes = (name: string): boolean => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted);
  return { br: takes('br'), gzip: takes('gzip') };
};

type Deps = { feed: Feed; now: () => Date; again: AnswersAgain };

export const addAppContentRoutes = (handle: AnyHandle, { feed, now, again }: Deps): void => {
  handle(appContentRoutes.feed, async ({ query, request, reply }) => {
    const prepared = await feed.list(query);
    const maxAge = (): number => {
      const left = prepared.until === null ? KEPT_SECONDS : Math.floor((prepared.until - now().getTime()) / 1000);
      return Math.max(0, Math.min(KEPT_SECONDS, left));
    };
    const accepted = acceptedBy(request);
    reply
      .header('etag', prepared.etag)
      .header('cache-control', `public, max-age=${maxAge()}`)
      .header('vary', 'accept-encoding')
      .header('content-type', 'application/json; charset=utf-8');
    again.keep(request.raw, {
      headers: reply.getHeaders(),
      etag: prepared.etag,
      packed: () => prepared.packed(accepted),
      isCurrent: () => feed.isCurrent(prepared),
      maxAge,
    });
    if (namesTag(request.headers['if-none-match'], prepared.etag)) return reply.removeHeader('content-type').code(304).send();
    const { encoding, bytes } = prepared.packed(accepted);
    if (encoding) reply.header('content-encoding', encoding);
    return reply.send(bytes);
  });

  handle(appContentRoutes.item, async ({ params, query }) => {
    const item = await feed.item(params.contentId, query);
    if (!item) throw new Problem('not_found');
    return item;
  });
};
