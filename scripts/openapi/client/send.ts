// A caller who has nothing but the two descriptions: a phone registers, a message is sent and read back.
import createClient from 'openapi-fetch';
import type { paths as PhonePaths } from './generated/phones.d.ts';
import type { paths as StaffPaths } from './generated/staff.d.ts';

const { STAFF_URL: staffUrl = '', PHONE_URL: phoneUrl = '', TOKEN: token = '', KEY: key = '' } = process.env;
const phones = createClient<PhonePaths>({ baseUrl: phoneUrl });
const staff = createClient<StaffPaths>({ baseUrl: staffUrl, headers: { authorization: `Bearer ${token}` } });

const validUntil = new Date(Date.now() + 7 * 86_400_000).toISOString();

const { data: device } = await phones.POST('/app/v1/devices', {
  body: { installId: 'generated-client', platform: 'android', appVersion: '2.4.0', push: { kind: 'token', value: 'generated' } },
});
const sent = await staff.POST('/api/v1/notification-editor', {
  params: { header: { 'idempotency-key': key } },
  body: { title: 'Fresh bread', content: 'From 7 a.m.', validUntil, isTest: false, url: null, image: null },
});
const id = sent.data?._id ?? '';
const read = await staff.GET('/api/v1/notification-editor/{notificationId}', { params: { path: { notificationId: id } } });
// Code and fields are those of the closed lists.
const refused = await staff.POST('/api/v1/notification-editor', { body: { title: '', content: 'x', validUntil } });
const wrong: 'required' | undefined = refused.error?.error.fields?.['title']?.find((code) => code === 'required');
// @ts-expect-error -- no such code
const never = refused.error?.error.code === 'no_such_code';
console.log(JSON.stringify({ device: device?.deviceId, id, title: read.data?.title, code: refused.error?.error.code, wrong, never }));
