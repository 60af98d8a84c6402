import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { ANIMATION_MAX_FRAMES } from '@endcap/contract/files';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { FileStorage } from '../../platform/files/file-storage.ts';
import { createVariants, variantsOf } from './image-variants.ts';

/** A storage in memory that counts how often an original is read. */
const storageOf = (files: Record<string, Buffer>) => {
  const kept = new Map(Object.entries(files));
  const read: string[] = [];
  const storage: FileStorage = {
    put: async (name, bytes) => void kept.set(name, bytes),
    take: async () => {},
    size: async (name) => kept.get(name)?.length ?? null,
    read: async (name) => {
      read.push(name);
      return Readable.from([kept.get(name) ?? Buffer.alloc(0)]);
    },
    check: async () => {},
    isEmpty: async () => kept.size === 0,
    tidy: async () => {},
    remove: async () => {},
  };
  return { storage, read };
};
const dot = (extension: 'png' | 'gif'): Promise<Buffer> =>
  sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
    .toFormat(extension)
    .toBuffer();
/** A png whose header claims 60,000 × 60,000 pixels. */
const vast = async (): Promise<Buffer> => {
  const bytes = Buffer.from(await dot('png'));
  bytes.writeUInt32BE(60_000, 16);
  bytes.writeUInt32BE(60_000, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
};
const long = (): Promise<Buffer> => {
  const frame = Buffer.alloc(4 * (ANIMATION_MAX_FRAMES + 1) * 4);
  for (let at = 0; at < frame.length; at += 1) frame[at] = (at * 7919) % 251;
  return sharp(frame, { raw: { width: 2, height: 2 * (ANIMATION_MAX_FRAMES + 1), channels: 4, pageHeight: 2 } })
    .gif()
    .toBuffer();
};

test('serves the original after one failed attempt to make a smaller form', { tags: ['D-18'] }, async () => {
  for (const [name, bytes] of [
    ['vast.png', await vast()],
    ['long.gif', await long()],
  ] as const) {
    const { storage, read } = storageOf({ [name]: bytes });
    const variant = createVariants(storage, async () => {});
    for (let n = 0; n < 3; n += 1) expect(await variant(name, { width: 320, modern: true })).toEqual({ name, size: bytes.length });
    expect(read).toEqual([name]);
    expect(await variant(name, { width: 160, modern: true })).toEqual({ name, size: bytes.length });
    expect(await variant('gone.png', { width: 320, modern: true })).toBeNull();
  }
});
test('makes a smaller form only once', { tags: ['D-18'] }, async () => {
  const { storage, read } = storageOf({ 'a.png': await dot('png') });
  const variant = createVariants(storage, async () => {});
  for (let n = 0; n < 3; n += 1) expect(await variant('a.png', { width: 320, modern: true })).toMatchObject({ name: 'a-320.webp' });
  expect(read).toEqual(['a.png']);
});
test('forms of every width that was ever offered are swept with their image', { tags: ['F49'] }, () => {
  const ever = [160, 320, 640, 1280];
  expect(variantsOf('a.png')).toEqual(expect.arrayContaining(ever.flatMap((width) => [`a-${width}.webp`, `a-${width}.png`])));
});
