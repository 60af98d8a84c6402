import { describe, expect, test } from 'vitest';
import { aBmp } from '../../../test/bmp.ts';
import { decodeBmp } from './decode-bmp.ts';

const [RED, GREEN, BLUE, GREY] = [0xff0000, 0x00ff00, 0x0000ff, 0x0a141e];
const shown = [255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 20, 30, 255, 0, 0, 0, 0, 255];
const pixels = [RED, GREEN, BLUE, GREY, RED, BLUE];
const size = { width: 3, height: 2 };
const palette = [BLUE, GREEN, RED, GREY];
const indexes = [2, 1, 0, 3, 2, 0];
/** A bitmap of 3 × 2 with run-length encoded pixels. */
const runs = (bits: 4 | 8, bytes: number[]): Buffer => {
  const header = aBmp({ ...size, height: 0, bits, pixels: [], palette, packing: bits === 8 ? 1 : 2 });
  header.writeInt32LE(size.height, 22);
  return Buffer.concat([header, Buffer.from(bytes)]);
};

describe('bitmaps of every depth, either way up', { tags: ['D-34', 'FILE-05', 'U01'] }, () => {
  test.each([
    ['24 bits', aBmp({ ...size, bits: 24, pixels })],
    ['24 bits, top-down', aBmp({ ...size, bits: 24, pixels, topDown: true })],
    ['32 bits, whose fourth byte means nothing', aBmp({ ...size, bits: 32, pixels })],
    ['32 bits, top-down', aBmp({ ...size, bits: 32, pixels, topDown: true })],
    ['32 bits by masks', aBmp({ ...size, bits: 32, pixels, masks: [0xff0000, 0xff00, 0xff, 0] })],
    ['8 bits', aBmp({ ...size, bits: 8, pixels: indexes, palette })],
    ['4 bits, top-down', aBmp({ ...size, bits: 4, pixels: indexes, palette, topDown: true })],
  ])('%s', (_name, bytes) => {
    const { data, ...facts } = decodeBmp(bytes);
    expect([facts, [...data]]).toEqual([{ ...size, channels: 3 }, shown]);
  });
  test('1 bit', () => {
    const { data } = decodeBmp(aBmp({ ...size, bits: 1, pixels: [0, 1, 1, 1, 0, 0], palette: [0, 0xffffff] }));
    expect([...data].filter((_, n) => n % 3 === 0)).toEqual([0, 255, 255, 255, 0, 0]);
  });
  test('16 bits: five for each colour, or six for green', () => {
    const five = decodeBmp(aBmp({ width: 2, height: 1, bits: 16, pixels: [0x7c00, 0x03ff] }));
    expect([...five.data]).toEqual([255, 0, 0, 0, 255, 255]);
    const six = decodeBmp(aBmp({ width: 2, height: 1, bits: 16, pixels: [0xf800, 0x07e0], masks: [0xf800, 0x7e0, 0x1f, 0] }));
    expect([...six.data]).toEqual([255, 0, 0, 0, 255, 0]);
  });
  test('keeps transparency', () => {
    const masks = [0xff0000, 0xff00, 0xff, 0xff000000];
    const { channels, data } = decodeBmp(aBmp({ width: 2, height: 1, bits: 32, pixels: [0x80ff0000, 0xff0000ff], masks }));
    expect([channels, [...data]]).toEqual([4, [255, 0, 0, 128, 0, 0, 255, 255]]);
  });
  test('1 × 1', () => expect([...decodeBmp(aBmp({ width: 1, height: 1, bits: 24, pixels: [GREY] })).data]).toEqual([10, 20, 30]));
  test('rejects unsupported and truncated bitmaps', () => {
    const whole = aBmp({ ...size, bits: 24, pixels });
    for (const bytes of [
      aBmp({ ...size, bits: 8, pixels: indexes, palette, packing: 4 }),
      aBmp({ ...size, bits: 8, pixels: indexes, palette, packing: 2 }),
      runs(8, [1, 3, 1, 2]),
      whole.subarray(0, whole.length - 1),
      whole.subarray(0, 20),
      aBmp({ width: 0, height: 2, bits: 24, pixels: [] }),
    ])
      expect(() => decodeBmp(bytes)).toThrow();
  });
});

describe('bitmaps are read as every viewer reads them', { tags: ['E-25'] }, () => {
  test.each([
    ['8 bits: runs, a list of pixels, ends of rows', runs(8, [1, 3, 1, 2, 1, 0, 0, 0, 0, 3, 2, 1, 0, 0, 0, 1])],
    ['8 bits, without the mark of the end', runs(8, [0, 3, 3, 2, 0, 0, 0, 0, 1, 2, 1, 1, 1, 0])],
    ['4 bits: two pixels in a byte', runs(4, [2, 0x32, 1, 0x00, 0, 0, 0, 3, 0x21, 0x00, 0, 1])],
  ])('run-length encoded, %s', (_name, bytes) => {
    const { data, ...facts } = decodeBmp(bytes);
    expect([facts, [...data]]).toEqual([{ ...size, channels: 3 }, shown]);
  });
  test('skipped pixels have the first colour', () => {
    const { data } = decodeBmp(runs(8, [0, 2, 1, 1, 1, 2, 0, 1]));
    const [blue, red] = [
      [0, 0, 255],
      [255, 0, 0],
    ];
    expect([...data]).toEqual([blue, red, blue, blue, blue, blue].flat());
  });
  test('ignores an alpha channel that is empty everywhere', () => {
    const masks = [0xff0000, 0xff00, 0xff, 0xff000000];
    const { channels, data } = decodeBmp(aBmp({ width: 2, height: 1, bits: 32, pixels: [0x00ff0000, 0x000000ff], masks }));
    expect([channels, [...data]]).toEqual([3, [255, 0, 0, 0, 0, 255]]);
  });
});
