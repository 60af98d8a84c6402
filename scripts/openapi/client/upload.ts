// A caller who has nothing but the description uploads an image: the field of the form is a file, and a text in its place does not compile.
import createClient from 'openapi-fetch';
import { bread } from './bread.ts';
import type { paths } from './generated/staff.d.ts';

const { STAFF_URL: baseUrl = '', TOKEN: token = '' } = process.env;
const staff = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });

const asForm = ({ file }: { file: Blob }): FormData => {
  const form = new FormData();
  form.set('file', file, 'bread.png');
  return form;
};
const { data, error } = await staff.POST('/api/v1/file-upload', { body: { file: bread }, bodySerializer: asForm });
// @ts-expect-error -- a text is no file
const text: paths['/api/v1/file-upload']['post']['requestBody']['content']['multipart/form-data'] = { file: 'bread.png' };
console.log(JSON.stringify({ type: data?.type, name: data?.name, code: error?.error.code, text: text.file }));
