import { once } from 'node:events';
import { pipeline, type Readable, Transform } from 'node:stream';
import { StorageAway } from '../../platform/files/file-storage.ts';

const wrongLength = (bytes: number, expected: number): StorageAway =>
  new StorageAway(`The file storage gave ${bytes} bytes instead of ${expected}`, { trouble: 'incomplete' });

/**
 * Passes on a stream once its first bytes arrive. Fails if it has fewer or more bytes than announced. The failure closes the connection, so
 * that the client neither waits for the rest nor caches a part as the whole.
 */
export const withExactLength = async (file: Readable, expected: number): Promise<Readable> => {
  let bytes = 0;
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes > expected) done(wrongLength(bytes, expected));
      else done(null, chunk);
    },
    flush: (done) => done(bytes === expected ? null : wrongLength(bytes, expected)),
  });
  pipeline(file, counted, () => {});
  await once(counted, 'readable');
  return counted;
};
