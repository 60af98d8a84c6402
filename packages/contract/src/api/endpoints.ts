import type * as assistant from '../assistant/index.ts';
import type * as calendar from '../calendar/index.ts';
import type * as content from '../content/index.ts';
import type { Reply, Request, RouteSpec } from '../core/index.ts';
import type * as customers from '../customers/index.ts';
import type * as daySheet from '../day-sheet/index.ts';
import type * as devices from '../devices/index.ts';
import type * as files from '../files/index.ts';
import type * as history from '../history/index.ts';
import type * as keptDays from '../kept-days/index.ts';
import type * as knowledge from '../knowledge/index.ts';
import type * as links from '../links/index.ts';
import type * as notifications from '../notifications/index.ts';
import type * as popups from '../popups/index.ts';
import type * as presence from '../presence/index.ts';
import type * as preview from '../preview/index.ts';
import type * as promoThresholds from '../promo-thresholds/index.ts';
import type * as search from '../search/index.ts';
import type * as segments from '../segments/index.ts';
import type * as session from '../session/index.ts';
import type * as settings from '../settings/index.ts';
import type * as storeGroups from '../store-groups/index.ts';
import type * as stores from '../stores/index.ts';
import type * as system from '../system/index.ts';
import type * as tradingDays from '../trading-days/index.ts';

type Tables<Exports> = Exports[Extract<keyof Exports, `${string}Routes`>];
type RouteIn<Table> = Table extends unknown ? Table[keyof Table] : never;
type AnyRoute = RouteIn<
  | Tables<typeof assistant>
  | Tables<typeof calendar>
  | Tables<typeof content>
  | Tables<typeof customers>
  | Tables<typeof daySheet>
  | Tables<typeof devices>
  | Tables<typeof files>
  | Tables<typeof history>
  | Tables<typeof keptDays>
  | Tables<typeof knowledge>
  | Tables<typeof links>
  | Tables<typeof notifications>
  | Tables<typeof popups>
  | Tables<typeof presence>
  | Tables<typeof preview>
  | Tables<typeof promoThresholds>
  | Tables<typeof search>
  | Tables<typeof segments>
  | Tables<typeof session>
  | Tables<typeof settings>
  | Tables<typeof storeGroups>
  | Tables<typeof stores>
  | Tables<typeof system>
  | Tables<typeof tradingDays>
>;
type OfStaff = Extract<AnyRoute, RouteSpec & { access: 'staff' | 'admin' }>;

/** The routes of the back-office by method and path: types alone, so whoever calls one brings none of its schemas along. A new folder of the contract is named here. */
type Endpoints = { [R in OfStaff as `${R['method']} ${R['path']}`]: R };
/** Method and path of a route, as in `GET /api/v1/store-editor/:storeId`. */
export type Endpoint = keyof Endpoints;
/** What a caller must pass: exactly the parts that the route declares. */
export type RequestTo<E extends Endpoint> = Request<Endpoints[E]>;
/** What the route answers; `undefined` where it answers nothing (204). */
export type ReplyOf<E extends Endpoint> = Reply<Endpoints[E]>;
