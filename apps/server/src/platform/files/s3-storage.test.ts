import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { portOf } from '../../../test/port-of.ts';
import { s3Storage } from './s3-storage.ts';

test('a store that answers a list with more than a megabyte is not ready, and is not believed', { tags: ['D-24'] }, async () => {
  let more = '';
  const store = createServer(({ method }, response) =>
    response.writeHead(method === 'HEAD' ? 404 : 403).end(`<Error><Code>AccessDenied</Code></Error>${more}`),
  );
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void store.close());
  const endpoint = `http://127.0.0.1:${portOf(store)}`;
  const storage = s3Storage({ endpoint, bucket: 'b', region: 'r', accessKeyId: 'k', secretAccessKey: 's', now: () => new Date() });
  await expect(storage.check()).resolves.toBeUndefined();
  more = 'x'.repeat(1_000_000);
  await expect(storage.check()).rejects.toMatchObject({ trouble: 'away', cause: { message: expect.stringContaining('longer than') } });
});
