// A caller with the client that oazapfts generates: a message is sent and found in the list, an image is uploaded, a refusal names its code.
import { HttpError } from '@oazapfts/runtime';
import { bread } from './bread.ts';
import { defaults, fileUpload, notificationList, notificationSend } from './generated/oazapfts.ts';

const { STAFF_URL: baseUrl = '', TOKEN: token = '', KEY: key = '' } = process.env;
defaults.baseUrl = baseUrl;
defaults.headers = { authorization: `Bearer ${token}` };

const validUntil = new Date(Date.now() + 7 * 86_400_000).toISOString();
const sent = await notificationSend(
  { title: 'Fresh buns', content: 'From 9 a.m.', validUntil, isTest: true, url: null, image: null },
  { idempotencyKey: key },
);
const { items } = await notificationList({ pageSize: 5 });
const { name } = await fileUpload({ file: bread });
const code: unknown = await notificationSend({ title: '', content: 'x', validUntil }).catch((error: unknown) =>
  error instanceof HttpError ? error.data.error.code : error,
);
// @ts-expect-error -- a text is no file
const text: Parameters<typeof fileUpload>[0] = { file: 'bread.png' };
console.log(JSON.stringify({ title: items.find(({ _id }) => _id === sent._id)?.title, name, code, text: text.file }));
