// A caller who has nothing but the description uploads an image: the field of the form is a file, and a text in its place does not compile.
import createClient from 'openapi-fetch';
import type { paths } from './generated/staff.d.ts';

const { STAFF_URL: baseUrl = '', TOKEN: token = '' } = process.env;
/** A png of one pixel. */
const IMAGE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const staff = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });

const asForm = ({ file }: { file: Blob }): FormData => {
  const form = new FormData();
  form.set('file', file, 'bread.png');
  return form;
};
const file = new Blob([Buffer.from(IMAGE, 'base64')], { type: 'image/png' });
const { data, error } = await staff.POST('/api/v1/file-upload', { body: { file }, bodySerializer: asForm });
// @ts-expect-error -- a text is no file
const text: paths['/api/v1/file-upload']['post']['requestBody']['content']['multipart/form-data'] = { file: 'bread.png' };
console.log(JSON.stringify({ type: data?.type, name: data?.name, code: error?.error.code, text: text.file }));
