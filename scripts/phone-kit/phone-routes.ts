import type { JsonSchema } from '@endcap/contract/api';
import { ProblemBody, type RouteSpec } from '@endcap/contract/core';
import { z } from 'zod';
import { everyRoute, isForPhones } from '../../apps/server/test/every-route.ts';
import { type Shape, shapeOf } from './shapes.ts';

export const routeName = ({ method, path }: Pick<RouteSpec, 'method' | 'path'>): string => `${method} ${path}`;

/** The routes of the app API, by name. */
export const phoneRoutes = async (): Promise<Map<string, RouteSpec>> =>
  new Map((await everyRoute()).filter(isForPhones).map((route) => [routeName(route), route]));

/** The schema of what a route answers with a status; null where that is nothing. */
export const answerSchema = ({ reply }: RouteSpec, status: number): JsonSchema | null => {
  const schema = status >= 400 ? ProblemBody : status === 304 ? null : reply;
  // zod's own type has room for what schemas of the contract never say.
  return schema && (z.toJSONSchema(schema, { io: 'output' }) as JsonSchema);
};

/** Returns the shape of an answer as today's contract describes it. */
export const answerShape = (route: RouteSpec, status: number): Shape | undefined => {
  const schema = answerSchema(route, status);
  return schema ? shapeOf(schema) : undefined;
};
