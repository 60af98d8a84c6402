import { Problem, type RouteSpec, Ticket } from '@endcap/contract/core';
import type { FastifyRequest } from 'fastify';
import type { Staff } from '../../callers.ts';
import { queryValue } from '../../platform/http/query-value.ts';
import type { Database } from '../../tables.ts';
import { redeemTicket } from './tickets.ts';

type Deps = { db: Database; now: () => Date; staff: (request: FastifyRequest, route: RouteSpec) => Promise<Staff> };

/** Administrators by their token; for a view in a tab of its own also by a ticket that one of them got for it. */
export const createAdminIdentity =
  ({ db, now, staff }: Deps) =>
  async (request: FastifyRequest, route: RouteSpec): Promise<Staff> => {
    const ticket = queryValue(request.query, 'ticket');
    if (route.page && request.method === 'GET' && ticket !== undefined && request.headers.authorization === undefined) {
      const parsed = Ticket.safeParse(ticket);
      const person = parsed.success ? await redeemTicket(db, parsed.data, request.url.split('?')[0] ?? '', now()) : null;
      if (person === null) throw new Problem('unauthenticated', 'The ticket was used, has expired or never was');
      // A ticket opens its one view and carries no token to do more with.
      return { kind: 'staff', id: person, name: person, isAdmin: true, storeId: null, tokenHash: Buffer.alloc(0), tokenExpiresAt: now() };
    }
    const actor = await staff(request, route);
    if (!actor.isAdmin) throw new Problem('forbidden', 'Administrators only');
    return actor;
  };
