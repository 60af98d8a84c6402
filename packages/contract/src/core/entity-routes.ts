import { z } from 'zod';
import { Id } from './ids.ts';
import { route } from './route.ts';
import { tableOf } from './tables.ts';

type Spec<Base extends string, Name extends string, Draft, Patch, Entity> = {
  base: `/${Base}`;
  /** Name of the id in paths. */
  id: Name;
  draft: Draft;
  patch: Patch;
  entity: Entity;
  summaries: { details: string; create: string; change: string; remove: string };
};

/** Reading, making, changing and deleting of an entity by administrators, with tags. */
export const entityRoutes = <
  const Base extends string,
  const Name extends string,
  Draft extends z.ZodType,
  Patch extends z.ZodType,
  Entity extends z.ZodType,
>({
  base,
  id,
  draft,
  patch,
  entity,
  summaries,
}: Spec<Base, Name, Draft, Patch, Entity>) => {
  const path = `${base}/:${id}` as const;
  const params = z.object(tableOf([id], () => Id));
  return {
    details: route({ method: 'GET', path, summary: summaries.details, access: 'admin', params, reply: entity, tagged: true }),
    create: route({
      method: 'POST',
      path: base,
      summary: summaries.create,
      access: 'admin',
      rights: 'remembered',
      body: draft,
      reply: entity,
      status: 201,
      tagged: true,
    }),
    change: route({
      method: 'PATCH',
      path,
      summary: summaries.change,
      access: 'admin',
      rights: 'remembered',
      params,
      body: patch,
      reply: entity,
      tagged: true,
    }),
    remove: route({
      method: 'DELETE',
      path,
      summary: summaries.remove,
      access: 'admin',
      rights: 'fresh',
      params,
      reply: null,
      status: 204,
      tagged: true,
    }),
  };
};
