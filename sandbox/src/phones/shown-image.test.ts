import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isImageShown } from './shown-image.ts';

const MEBIBYTE = 1_048_576;
/** Server whose path sets the type and size of the response in bytes: `/image/png/1048576`. */
const images = createServer(({ url = '' }, answer) => {
  const [, type, kind, bytes] = url.split('/');
  answer.writeHead(type === 'image' ? 200 : 404, { 'content-type': `${type}/${kind}` }).end(Buffer.alloc(Number(bytes)));
});
beforeAll(() => new Promise<void>((resolve) => void images.listen(0, '127.0.0.1', resolve)));
afterAll(() => void images.close());
const isShown = (path: string): Promise<boolean> => isImageShown(`http://127.0.0.1:${(images.address() as AddressInfo).port}/${path}`);

test('a phone shows JPEG and PNG images of at most 1 MB', { tags: ['E-09'] }, async () => {
  for (const path of ['image/jpeg/1', `image/png/${MEBIBYTE}`]) expect([path, await isShown(path)]).toEqual([path, true]);
  for (const path of [`image/jpeg/${MEBIBYTE + 1}`, 'image/gif/1000', 'image/webp/1000', 'text/html/1000', 'image/png/0'])
    expect([path, await isShown(path)]).toEqual([path, false]);
  expect(await isImageShown('http://127.0.0.1:1/a.jpg')).toBe(false);
});
