import { z } from 'zod';
import * as assistant from '../assistant/index.ts';
import * as calendar from '../calendar/index.ts';
import * as content from '../content/index.ts';
import { ProblemBody, type RouteSpec, Usage } from '../core/index.ts';
import * as customers from '../customers/index.ts';
import * as daySheet from '../day-sheet/index.ts';
import * as devices from '../devices/index.ts';
import * as files from '../files/index.ts';
import * as history from '../history/index.ts';
import * as imports from '../imports/index.ts';
import * as keptDays from '../kept-days/index.ts';
import * as links from '../links/index.ts';
import * as knowledge from '../knowledge/index.ts';
import * as notifications from '../notifications/index.ts';
import * as popups from '../popups/index.ts';
import * as presence from '../presence/index.ts';
import * as preview from '../preview/index.ts';
import * as promoThresholds from '../promo-thresholds/index.ts';
import * as search from '../search/index.ts';
import * as segments from '../segments/index.ts';
import * as session from '../session/index.ts';
import * as settings from '../settings/index.ts';
import * as storeGroups from '../store-groups/index.ts';
import * as stores from '../stores/index.ts';
import * as system from '../system/index.ts';
import * as tradingDays from '../trading-days/index.ts';

type Resource = { name: string; description: string; exports: Readonly<Record<string, unknown>> };

/** What the APIs are about, in the order in which their description shows it. */
const resources: readonly Resource[] = [
  { name: 'Notifications', description: 'Sending push notifications and following their delivery.', exports: notifications },
  { name: 'Devices', description: 'The phones: registration, settings, inbox and what was read.', exports: devices },
  { name: 'Content', description: 'Leaflets, coupons and whatever else the app shows, and who sees it.', exports: content },
  { name: 'Calendar', description: 'The plan at a glance: what is sent and published on which days.', exports: calendar },
  { name: 'Kept days', description: 'Days that head office keeps free for itself.', exports: keptDays },
  { name: 'Stores', description: 'Stores, and how many phones subscribe to each.', exports: stores },
  { name: 'Store groups', description: 'Named sets of stores, which audiences are built of.', exports: storeGroups },
  { name: 'Trading days', description: 'When stores are open, by their hours and by the law.', exports: tradingDays },
  { name: 'Links', description: 'Who would land on nothing by links to content, and what mends it.', exports: links },
  { name: 'Day sheets', description: 'What is valid in a store on a day, and codes that do not scan there.', exports: daySheet },
  { name: 'Search', description: 'Whatever can be opened by its name.', exports: search },
  { name: 'Segments', description: 'Groups of customers; they come from an import.', exports: segments },
  { name: 'Promo thresholds', description: 'Thresholds that coupons choose from; they come from an import.', exports: promoThresholds },
  { name: 'Popups', description: 'Messages that the app shows a number of times.', exports: popups },
  { name: 'Knowledge', description: 'What the assistant knows.', exports: knowledge },
  { name: 'Assistant', description: 'Conversations of customers with the assistant.', exports: assistant },
  { name: 'Customers', description: 'What is kept about a customer, and its end.', exports: customers },
  { name: 'Settings', description: 'The settings of the app, with the loyalty campaign.', exports: settings },
  { name: 'Files', description: 'Images and documents that other entities refer to.', exports: files },
  { name: 'Imports', description: 'Lists that other systems send.', exports: imports },
  { name: 'History', description: 'Who changed what, and what it was before.', exports: history },
  { name: 'Preview', description: 'The app as a customer sees it, at any instant.', exports: preview },
  { name: 'Presence', description: 'Who has the same item open.', exports: presence },
  { name: 'System', description: 'Whether the processes, the database and the upkeep are well.', exports: system },
  { name: 'Session', description: 'The signed-in person: rights, store, sign-in and sign-out.', exports: session },
];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const isTable = ([name, value]: [string, unknown]): boolean => name.endsWith('Routes') && typeof value === 'object';

export type Operation = { id: string; tag: string };

// `storeRoutes.create` is the operation `storeCreate`; whoever reads the code finds it by that name.
const operations: ReadonlyMap<RouteSpec, Operation> = new Map(
  resources.flatMap(({ name: tag, exports }) =>
    Object.entries(exports)
      .filter(isTable)
      // What a feature calls its routes is a table of them.
      .flatMap(([table, routes]) =>
        Object.entries(routes as Record<string, RouteSpec>).map(([key, route]): [RouteSpec, Operation] => [
          route,
          { id: table.replace(/Routes$/, '') + capital(key), tag },
        ]),
      ),
  ),
);

export type NamedSchema = readonly [name: string, schema: z.ZodType];

// Of two names the first counts; a plain text or a number needs none.
const schemas: ReadonlyMap<z.ZodType, string> = new Map(
  [...resources.flatMap(({ exports }) => Object.entries(exports)), ['Usage', Usage] as const, ['Problem', ProblemBody] as const]
    .flatMap(([name, schema]): [z.ZodType, string][] =>
      schema instanceof z.ZodObject || schema instanceof z.ZodPipe ? [[schema, name]] : [],
    )
    .filter(([, name]) => /^[A-Z]/.test(name))
    .toReversed(),
);

/** The names by which the description of an API calls its operations and schemas: those that the contract has for them. */
export const apiNames = {
  operationOf: (route: RouteSpec): Operation | undefined => operations.get(route),
  resources: resources.map(({ name, description }) => ({ name, description })),
  schemas: [...schemas].map(([schema, name]): NamedSchema => [name, schema]),
};
