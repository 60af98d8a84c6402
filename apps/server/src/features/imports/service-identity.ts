import { createHash, timingSafeEqual } from 'node:crypto';
import { Problem } from '@endcap/contract/core';
import type { FastifyRequest } from 'fastify';
import { bearerToken } from '../../platform/http/bearer-token.ts';

/** A program with a service token; the history records it by this id. */
export type ServiceActor = { kind: 'service'; id: string };

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Authenticates the configured service tokens, and no staff tokens or device secrets. */
export const createServiceIdentity = (tokens: readonly string[]) => {
  const digests = tokens.map(digest);
  return async (request: FastifyRequest): Promise<ServiceActor> => {
    const bearer = bearerToken(request.raw);
    if (bearer === null || !digests.some((token) => timingSafeEqual(token, digest(bearer))))
      throw new Problem('unauthenticated', 'The service token is missing or unknown');
    return { kind: 'service', id: 'import-api' };
  };
};
