import { notificationRoutes } from '@endcap/contract/notifications';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aContent, aNotification } from './builders.ts';
import { problemIn } from './caller.ts';
import { type FreshWorld, freshWorld } from './fresh-world.ts';

let world: FreshWorld;
let admin: string;
let item: string;
let notification: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
  item = await aContent(world.db);
  const sent = await world.staff(notificationRoutes.send, { token: admin, body: aNotification({ isTest: true }) });
  notification = sent.body._id;
});
afterAll(() => world.close());

type Path = `${'POST' | 'PATCH'} /${string}`;
/** All fields that accept a date: the request that sends it, and the field in the response. */
const dateFields: [name: string, field: string, request: () => [Path, (value: unknown) => unknown]][] = [
  ...(['publicationStart', 'publicationEnd', 'validityStart', 'validityEnd'] as const).flatMap((field): typeof dateFields => [
    [
      `content, new: ${field}`,
      field,
      () => ['POST /api/v1/content-editor', (value) => ({ contentType: 'leaflet', name: 'x', [field]: value })],
    ],
    [`content: ${field}`, field, () => [`PATCH /api/v1/content-editor/${item}`, (value) => ({ [field]: value })]],
  ]),
  ...(['validityStart', 'validityEnd'] as const).map((field): (typeof dateFields)[number] => [
    `knowledge: ${field}`,
    field,
    () => ['POST /api/v1/knowledge-editor', (value) => ({ name: 'a', description: 'b', content: 'c', [field]: value })],
  ]),
  ['settings', 'loyalty.campaignStart', () => ['POST /api/v1/settings-editor', (value) => ({ loyalty: { campaignStart: value } })]],
  ['a send', 'validUntil', () => ['POST /api/v1/notification-editor', (value) => aNotification({ isTest: true, validUntil: value })]],
  ['an extension', 'validUntil', () => [`PATCH /api/v1/notification-editor/${notification}`, (value) => ({ validUntil: value })]],
];

const refusals = async (request: [Path, (value: unknown) => unknown], value: unknown): Promise<unknown> => {
  const { status, body } = await world.staff(request[0], { token: admin, body: request[1](value) });
  return status === 422 ? problemIn({ body }).fields : status;
};

describe.each(dateFields)('%s', { tags: ['D-32', 'D-15'] }, (_name, field, request) => {
  test.each([
    '0000-01-01T10:00:00Z',
    '0000-12-31T23:59:00Z',
    '0001-01-01',
    '0000-01-01',
    '1999-12-31',
    '2101-01-01',
    '9999-12-31T23:59:00-12:00',
    '9999-12-31',
    '2026-02-30',
    '2025-02-31T10:00:00Z',
    '2026-12-01T10:00',
    '2026-12-01T24:00:00Z',
    '2026-12-01T10:60:00Z',
    'tomorrow',
    5,
    { at: '2026-12-01' },
    'x'.repeat(5_000),
  ])('%j is no date', async (value) => expect(await refusals(request(), value)).toMatchObject({ [field]: ['notDate'] }));
});

describe('a plain day begins in Warsaw, an instant is kept to the second', { tags: ['A-31', 'D-32'] }, () => {
  const saved = async (field: string, value: string): Promise<unknown> => {
    const { status, body } = await world.staff(`PATCH /api/v1/content-editor/${item}`, {
      token: admin,
      body: { validityStart: '2026-12-01', validityEnd: '2026-12-31', [field]: value },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return (body as Record<string, unknown>)[field];
  };
  test('content', async () => {
    expect(await saved('publicationStart', '2026-11-30')).toBe('2026-11-29T23:00:00.000Z');
    expect(await saved('publicationEnd', '2027-07-01')).toBe('2027-06-30T22:00:00.000Z');
    expect(await saved('publicationStart', '2026-11-29T10:11:12.345+01:00')).toBe('2026-11-29T09:11:12.345Z');
    expect(await saved('publicationEnd', '2100-12-31T22:59:59Z')).toBe('2100-12-31T22:59:59.000Z');
  });
  test('an extension', async () => {
    const { body } = await world.staff(`PATCH /api/v1/notification-editor/${notification}`, {
      token: admin,
      body: { validUntil: '2088-01-02T10:11:12Z' },
    });
    expect(body).toMatchObject({ validUntil: '2088-01-02T10:11:12.000Z' });
  });
});
