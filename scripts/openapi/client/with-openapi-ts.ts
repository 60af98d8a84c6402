// A caller with the client that openapi-ts generates: a message is sent and found in the list, an image is uploaded, a refusal names its code.
import { bread } from './bread.ts';
import { client } from './generated/openapi-ts/client.gen.ts';
import { fileUpload, notificationList, notificationSend } from './generated/openapi-ts/sdk.gen.ts';
import type { FileUploadData } from './generated/openapi-ts/types.gen.ts';

const { STAFF_URL: baseUrl = '', TOKEN: token = '', KEY: key = '' } = process.env;
client.setConfig({ baseUrl, auth: () => token });

const validUntil = new Date(Date.now() + 7 * 86_400_000).toISOString();
const { data: sent } = await notificationSend({
  headers: { 'idempotency-key': key },
  body: { title: 'Fresh rolls', content: 'From 8 a.m.', validUntil, isTest: true, url: null, image: null },
});
const { data: list } = await notificationList({ query: { pageSize: 5 } });
const { data: file } = await fileUpload({ body: { file: bread } });
const { error } = await notificationSend({ body: { title: '', content: 'x', validUntil } });
const wrong: 'required' | undefined = error?.error.fields?.['title']?.find((code) => code === 'required');
// @ts-expect-error -- a text is no file
const text: FileUploadData['body'] = { file: 'bread.png' };
console.log(
  JSON.stringify({
    title: list?.items.find(({ _id }) => _id === sent?._id)?.title,
    name: file?.name,
    code: error?.error.code,
    wrong,
    text: text.file,
  }),
);
