import { randomBytes } from 'node:crypto';
import { fileRoutes, PUSH_IMAGE_MAX_BYTES } from '@endcap/contract/files';
import { notificationRoutes } from '@endcap/contract/notifications';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aNotification } from '../../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../../test/fresh-world.ts';
import { fetchStatus } from '../chunk/fan-out-status.ts';

let world: FreshWorld;
beforeAll(async () => {
  world = await freshWorld();
});
afterAll(() => world.close());

test('a push of a large PNG carries a JPEG within the size limit of phones', { tags: ['E-09', 'NOTIF-PUSH-09'] }, async () => {
  const token = await world.tokenOf('admin');
  const image = await sharp(randomBytes(1_000 * 700 * 3), { raw: { width: 1_000, height: 700, channels: 3 } })
    .png()
    .toBuffer();
  const payload = Buffer.concat([
    Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'),
    image,
    Buffer.from('\r\n--x--\r\n'),
  ]);
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const { body: uploaded } = await world.staff(fileRoutes.upload, { token, payload, headers });
  expect(uploaded.size).toBeGreaterThan(2 * PUSH_IMAGE_MAX_BYTES);
  const { body } = await world.staff(notificationRoutes.send, { token, body: aNotification({ image: uploaded.file, isTest: true }) });

  const appUrl = world.world.config.ENDCAP_APP_URL;
  const { imageUrl } = await fetchStatus({ db: world.db, appUrl }, body._id);
  expect(imageUrl).toBe(`${appUrl}${uploaded.url}/push.jpg`);
  const shown = await world.appApp.inject({ method: 'GET', url: `${uploaded.url}/push.jpg` });
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(shown.rawPayload.length).toBeLessThanOrEqual(PUSH_IMAGE_MAX_BYTES);
});
