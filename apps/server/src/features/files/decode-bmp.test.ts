import { describe, expect, test } from 'vitest';
import { aBmp } from '../../../test/bmp.ts';
import { decodeBmp } from './decode-bmp.ts';

const [RED, GREEN, BLUE, GREY] = [0xff0000, 0x00ff00, 0x0000ff, 0x0a141e];
const shown = [255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 20, 30, 255, 0, 0, 0, 0, 255];
const pixels = [RED, GREEN, BLUE, GREY, RED, BLUE];
const size = { width: 3, height: 2 };
const palette = [BLUE, GREEN, RED, GREY];
const indexes = [2, 1, 0, 3, 2, 0];

describe('bitmaps of every depth, either way up', { tags: ['D-34', 'FILE-05', 'U01'] }, () => {
  test.each([
    ['24 bits', aBmp({ ...size, bits: 24, pixels })],
    ['24 bits, top-down', aBmp({ ...size, bits: 24, pixels, topDown: true })],
    ['32 bits, whose fourth byte means nothing', aBmp({ ...size, bits: 32, pixels })],
    ['32 bits, top-down', aBmp({ ...size, bits: 32, pixels, topDown: true })],
    ['32 bits by masks', aBmp({ ...size, bits: 32, pixels, masks: [0xff0000, 0xff00, 0xff, 0] })],
    ['8 bits', aBmp({ ...size, bits: 8, pixels: indexes, palette })],
    ['4 bits, top-down', aBmp({ ...size, bits: 4, pixels: indexes, palette, topDown: true })],
  ])('%s', async (_name, bytes) => {
    const { data, ...facts } = await decodeBmp(bytes);
    expect([facts, [...data]]).toEqual([{ ...size, channels: 3 }, shown]);
  });
  test('1 bit', async () => {
    const { data } = await decodeBmp(aBmp({ ...size, bits: 1, pixels: [0, 1, 1, 1, 0, 0], palette: [0, 0xffffff] }));
    expect([...data].filter((_, n) => n % 3 === 0)).toEqual([0, 255, 255, 255, 0, 0]);
  });
  test('16 bits: five for each colour, or six for green', async () => {
    const five = await decodeBmp(aBmp({ width: 2, height: 1, bits: 16, pixels: [0x7c00, 0x03ff] }));
    expect([...five.data]).toEqual([255, 0, 0, 0, 255, 255]);
    const six = await decodeBmp(aBmp({ width: 2, height: 1, bits: 16, pixels: [0xf800, 0x07e0], masks: [0xf800, 0x7e0, 0x1f, 0] }));
    expect([...six.data]).toEqual([255, 0, 0, 0, 255, 0]);
  });
  test('what is transparent stays so', async () => {
    const masks = [0xff0000, 0xff00, 0xff, 0xff000000];
    const { channels, data } = await decodeBmp(aBmp({ width: 2, height: 1, bits: 32, pixels: [0x80ff0000, 0xff0000ff], masks }));
    expect([channels, [...data]]).toEqual([4, [255, 0, 0, 128, 0, 0, 255, 255]]);
  });
  test('1 × 1', async () =>
    expect([...(await decodeBmp(aBmp({ width: 1, height: 1, bits: 24, pixels: [GREY] }))).data]).toEqual([10, 20, 30]));
  test('others, and what is cut short, are refused and never guessed', async () => {
    const whole = aBmp({ ...size, bits: 24, pixels });
    for (const bytes of [
      aBmp({ ...size, bits: 8, pixels: indexes, palette, packing: 1 }),
      whole.subarray(0, whole.length - 1),
      whole.subarray(0, 20),
      aBmp({ width: 0, height: 2, bits: 24, pixels: [] }),
    ])
      await expect(decodeBmp(bytes)).rejects.toThrow();
  });
});
