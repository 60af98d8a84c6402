import { type Answer, Problem, type RouteSpec } from '@endcap/contract/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AdminHandle } from '../../callers.ts';
import { ifMatchOf, tagged } from '../../platform/http/entity-tag.ts';
import type { Database } from '../../tables.ts';
import type { EntityKind } from './entity-kind.ts';
import { entityWriter, type Patch } from './write-entity.ts';

type Call = { actor: { id: string }; request: FastifyRequest; reply: FastifyReply };
type OfAdmins = RouteSpec & { access: 'admin' };
type AtId<Id extends string> = OfAdmins & { params: z.ZodObject & z.ZodType<Record<Id, string>> };
/** The routes that `entityRoutes` declares. */
type EntityRoutes<Id extends string, Draft> = {
  details: AtId<Id> & { reply: z.ZodType };
  create: OfAdmins & { body: z.ZodType<Draft>; reply: z.ZodType };
  change: AtId<Id> & { body: z.ZodType<Patch<Draft>>; reply: z.ZodType };
  remove: AtId<Id> & { reply: null };
};

/** Handlers common to all entities: read, create, change and delete, with ETags. */
export const editRoutes = <Draft extends Record<string, unknown>, E extends { _id: string; revision: number } & Draft>(
  deps: { db: Database; now: () => Date },
  kind: EntityKind<Draft, E>,
) => {
  const writer = entityWriter(deps, kind);
  const edit = {
    details: async (id: string, { reply }: Call): Promise<E> => {
      const entity = await kind.read(deps.db, id);
      if (!entity) throw new Problem('not_found');
      return tagged(reply, entity);
    },
    create: async ({ body, actor, reply }: Call & { body: Draft }): Promise<E> =>
      tagged(reply, await writer.create(body, { actorId: actor.id })),
    change: async (id: string, { body, actor, request, reply }: Call & { body: Patch<Draft> }): Promise<E> =>
      tagged(reply, await writer.change(body, { id, actorId: actor.id, ifMatch: ifMatchOf(request) })),
    remove: async (id: string, { actor, request, reply }: Call): Promise<undefined> => {
      tagged(reply, { revision: await writer.remove({ id, actorId: actor.id, ifMatch: ifMatchOf(request) }) });
      return undefined;
    },
  };
  return {
    ...edit,
    /** Binds what `entityRoutes` declares; `id` is the name of the id in paths. */
    bind: <Id extends string, R extends EntityRoutes<Id, Draft>>(
      handle: AdminHandle,
      routes: R & (E extends Answer<R['details']> ? unknown : never),
      id: Id,
      create = edit.create,
    ): void => {
      const bound: EntityRoutes<Id, Draft> = routes;
      handle(bound.details, (call) => edit.details(call.params[id], call));
      handle(bound.create, (call) => create(call));
      handle(bound.change, (call) => edit.change(call.params[id], call));
      handle(bound.remove, (call) => edit.remove(call.params[id], call));
    },
  };
};
