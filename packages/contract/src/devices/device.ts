import { z } from 'zod';
import { AppVersion } from '../app-version/index.ts';
import { atMost, code, foreignId, Id, Ids, Instant, route, singleLine, withoutInvisible } from '../core/index.ts';
import { SEGMENTS_MOST } from '../segments/index.ts';
import { platforms } from './platforms.ts';

/** FCM is moving from registration tokens to installation ids, so the kind is stored. */
export const pushKinds = ['token', 'fid'] as const;

/** @public OpenAPI calls it by this name. */
export const PushAddress = z.object({ kind: z.enum(pushKinds), value: foreignId(4096) });
/** In the spelling of the list of segments, however the app writes it. */
const nameOfSegment = atMost(
  z
    .string()
    .refine((name) => name.isWellFormed() && !name.includes('\0'), code('invalid'))
    .pipe(singleLine)
    .refine((name) => name !== '', code('required')),
  100,
);
const Segments = z
  .array(nameOfSegment)
  .max(SEGMENTS_MOST, code('tooMany'))
  .transform((names) => [...new Set(names)]);
/** Owner of a phone, as reported by the app. */
export const UserId = foreignId(200);
/** A language tag as systems report it: with extensions (`pl-PL-u-mu-celsius`), on iOS with keywords after an @ (`en_PL@rg=plzzzz`). */
const Locale = atMost(z.string().regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8}){0,10}(@[A-Za-z0-9=;_-]{1,100})?$/, code('invalid')), 150);

export const RegisterDevice = z.object({
  installId: foreignId(200),
  platform: z.enum(platforms),
  appVersion: AppVersion,
  push: PushAddress.nullish(),
  userId: UserId.nullish(),
  segments: Segments.optional(),
  locale: Locale.nullish(),
});
export type RegisterDevice = z.infer<typeof RegisterDevice>;

export const ChangeDevice = z.object({
  push: PushAddress.nullable().optional(),
  appVersion: AppVersion.optional(),
  mainStoreId: Id.nullable().optional(),
  notificationStoreIds: Ids.optional(),
  segments: Segments.optional(),
  userId: UserId.nullable().optional(),
});
export type ChangeDevice = z.infer<typeof ChangeDevice>;

/** The device as stored, without secret and push value. */
export const Device = z.object({
  deviceId: Id,
  installId: z.string(),
  platform: z.enum(platforms),
  appVersion: z.string(),
  push: z.object({ kind: z.enum(pushKinds) }).nullable(),
  userId: z.string().nullable(),
  segments: z.array(z.string()),
  locale: z.string().nullable(),
  mainStoreId: Id.nullable(),
  notificationStoreIds: z.array(Id),
  isTester: z.boolean(),
});
export type Device = z.infer<typeof Device>;

/** The device after a change. Stores that the change named and that were deleted meanwhile are left out of it, and named here. */
export const ChangedDevice = Device.extend({ droppedStoreIds: z.array(Id) });
export type ChangedDevice = z.infer<typeof ChangedDevice>;

export const InboxItem = z.object({
  _id: Id,
  title: z.string(),
  content: z.string(),
  url: z.string().nullable(),
  image: z.string().nullable(),
  sentAt: Instant,
  validUntil: Instant,
  /** CARE-05: a safety message, which an app shows apart. */
  safety: z.literal(true).optional(),
});
export type InboxItem = z.infer<typeof InboxItem>;

const notificationOf = { params: z.object({ id: Id }), access: 'device', reply: null, status: 204, method: 'POST' } as const;

/** The part of the contract with the phones that concerns devices and their notifications. */
export const deviceRoutes = {
  register: route({
    method: 'POST',
    path: '/app/v1/devices',
    summary: 'Register an installation; a known installId needs its secret as bearer token',
    access: 'anyone',
    body: RegisterDevice,
    reply: z.object({ deviceId: Id, deviceSecret: z.string().optional() }),
    status: 201,
    refuses: ['unauthenticated', 'install_taken'],
  }),
  me: route({ method: 'GET', path: '/app/v1/devices/me', summary: 'The calling device', access: 'device', reply: Device }),
  change: route({
    method: 'PATCH',
    path: '/app/v1/devices/me',
    summary:
      'Change the fields that are sent, the others stay; a list is replaced as a whole, push null switches push off. Deleted stores are left out and named in the answer',
    access: 'device',
    body: ChangeDevice,
    reply: ChangedDevice,
  }),
  becomeTester: route({
    method: 'POST',
    path: '/app/v1/devices/me/tester',
    summary: 'Mark as test device, with the configured code or one that an administrator shows',
    access: 'device',
    body: z.object({ code: z.string(code('required')).overwrite(withoutInvisible).max(200, code('tooLong')) }),
    refuses: ['wrong_tester_code'],
    reply: null,
    status: 204,
  }),
  remove: route({
    method: 'DELETE',
    path: '/app/v1/devices/me',
    summary: 'Forget the device, its secret and push value at once',
    access: 'device',
    reply: null,
    status: 204,
  }),
  inbox: route({
    method: 'GET',
    path: '/app/v1/notifications',
    summary: 'Notifications sent to this device and still valid, newest first',
    access: 'device',
    reply: z.object({ items: z.array(InboxItem) }),
  }),
  delivered: route({ ...notificationOf, path: '/app/v1/notifications/:id/delivered', summary: 'The phone got the push; idempotent' }),
  opened: route({ ...notificationOf, path: '/app/v1/notifications/:id/opened', summary: 'The person opened it; counted once per device' }),
};
