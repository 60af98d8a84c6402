import { IF_MATCH_HEADER, Problem } from '@endcap/contract/core';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The strong tag of an entity's revision. Counts that others cause, such as devices, do not change it. */
const entityTag = (revision: number): string => `"${revision}"`;

/** The tags that a change was made against; null is any, as without the header. */
export type IfMatch = readonly string[] | null;
export const ifMatchOf = ({ headers }: FastifyRequest): IfMatch => {
  const header = headers[IF_MATCH_HEADER]?.trim();
  return header === undefined || header === '*' ? null : header.split(',').map((tag) => tag.trim());
};

/** Marks an answer with its entity's tag. */
export const tagged = <E extends { revision: number }>(reply: FastifyReply, entity: E): E => {
  reply.header('etag', entityTag(entity.revision));
  return entity;
};

/** 412 when a change was made against another revision; the answer carries the tag and, when given, the entity as it is now. */
export const refuseStale = (ifMatch: IfMatch, revision: number, current?: unknown): void => {
  const tag = entityTag(revision);
  if (ifMatch === null || ifMatch.includes(tag)) return;
  throw Object.assign(new Problem('precondition_failed', 'Somebody else changed it meanwhile'), { details: { current }, tag });
};
