import { Problem } from '@endcap/contract/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ifMatchOf, tagged } from '../../platform/http/entity-tag.ts';
import type { Database } from '../../tables.ts';
import { type EntityKind, entityWriter } from './write-entity.ts';

type Call = { actor: { id: string }; request: FastifyRequest; reply: FastifyReply };

/** What the routes of every entity do: read, create, change and delete, with tags. */
export const editRoutes = <Draft extends Record<string, unknown>, E extends { _id: string; revision: number } & Draft>(
  deps: { db: Database; now: () => Date },
  kind: EntityKind<Draft, E>,
) => {
  const writer = entityWriter(deps, kind);
  return {
    details: async (id: string, { reply }: Call): Promise<E> => {
      const entity = await kind.read(deps.db, id);
      if (!entity) throw new Problem('not_found');
      return tagged(reply, entity);
    },
    create: async ({ body, actor, reply }: Call & { body: Draft }): Promise<E> =>
      tagged(reply, await writer.create(body, { actorId: actor.id })),
    change: async (id: string, { body, actor, request, reply }: Call & { body: Parameters<typeof writer.change>[0] }): Promise<E> =>
      tagged(reply, await writer.change(body, { id, actorId: actor.id, ifMatch: ifMatchOf(request) })),
    remove: async (id: string, { actor, request }: Call): Promise<undefined> => {
      await writer.remove({ id, actorId: actor.id, ifMatch: ifMatchOf(request) });
      return undefined;
    },
  };
};
