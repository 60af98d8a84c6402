import { expect, test } from 'vitest';
import { z } from 'zod';
import { fillPath, type Request, route } from './index.ts';

test('a route without access and a call with missing or unknown parts do not compile', () => {
  // @ts-expect-error -- access is missing
  route({ method: 'GET', path: '/x', summary: 'x', reply: null });
  const declared = route({
    method: 'POST',
    path: '/x/:id',
    summary: 'x',
    access: 'staff',
    rights: 'remembered',
    params: z.object({ id: z.string() }),
    body: z.object({ a: z.number() }),
    reply: null,
  });
  const call = (input: Request<typeof declared>) => input;
  // @ts-expect-error -- the body is missing
  call({ params: { id: 'x' } });
  // @ts-expect-error -- the route reads no query
  call({ params: { id: 'x' }, body: { a: 1 }, query: {} });
  expect(call({ params: { id: 'x' }, body: { a: 1 } })).toEqual({ params: { id: 'x' }, body: { a: 1 } });
});

test(
  'a write route without rights does not compile, nor does a prepared response of a route that is not for anyone',
  { tags: ['A20'] },
  () => {
    const write = { path: '/x', summary: 'x', reply: null } as const;
    // @ts-expect-error -- rights are missing
    route({ ...write, method: 'DELETE', access: 'admin' });
    // @ts-expect-error -- rights are missing
    route({ ...write, method: 'POST', access: 'staff' });
    // @ts-expect-error -- a phone has no rights at the provider
    route({ ...write, method: 'POST', access: 'device', rights: 'fresh' });
    // @ts-expect-error -- a prepared response is sent without authentication
    for (const access of ['staff', 'admin', 'device', 'service'] as const) route({ ...write, method: 'GET', access, prepared: true });
    expect(route({ ...write, method: 'GET', access: 'anyone', prepared: true }).prepared).toBe(true);
  },
);

test('path parameters are encoded', { tags: ['C28'] }, () => expect(fillPath('/a/:id/b', { id: 'x/y?#' })).toBe('/a/x%2Fy%3F%23/b'));
