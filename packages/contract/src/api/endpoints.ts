import type { Reply, Request, RouteSpec } from '../core/index.ts';
import type { features } from './features.ts';

type TablesIn<Exports> = Exports[Extract<keyof Exports, `${string}Routes`>];
type Tables<Feature> = Feature extends { exports: infer Exports } ? TablesIn<Exports> : never;
type RouteIn<Table> = Table extends unknown ? Table[keyof Table] : never;
type AnyRoute = RouteIn<Tables<(typeof features)[number]>>;
type OfStaff = Extract<AnyRoute, RouteSpec & { access: 'staff' | 'admin' }>;

/** Types of the back-office routes by method and path. Callers do not import the schemas. */
type Endpoints = { [R in OfStaff as `${R['method']} ${R['path']}`]: R };
/** Method and path of a route, as in `GET /api/v1/store-editor/:storeId`. */
export type Endpoint = keyof Endpoints;
/** Input of a call: exactly the parts that the route declares. */
export type RequestTo<E extends Endpoint> = Request<Endpoints[E]>;
/** Response body of a route; `undefined` for an empty response (204). */
export type ReplyOf<E extends Endpoint> = Reply<Endpoints[E]>;
