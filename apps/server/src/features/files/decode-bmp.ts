import { setImmediate as breathe } from 'node:timers/promises';

export type Bitmap = { width: number; height: number; channels: 3 | 4; data: Buffer };

const BREATHE_AFTER_PIXELS = 100_000;
const OLD_HEADER = 12;
const [PLAIN, BY_MASKS, BY_MASKS_WITH_ALPHA] = [0, 3, 6];
const usualMasks: Record<number, number[]> = { 16: [0x7c00, 0x3e0, 0x1f], 24: [0xff0000, 0xff00, 0xff], 32: [0xff0000, 0xff00, 0xff] };

const headerOf = (bytes: Buffer) => {
  const size = bytes.readUInt32LE(14);
  const isOld = size === OLD_HEADER;
  const height = isOld ? bytes.readUInt16LE(20) : bytes.readInt32LE(22);
  return {
    size,
    isOld,
    pixelsAt: bytes.readUInt32LE(10),
    width: isOld ? bytes.readUInt16LE(18) : bytes.readInt32LE(18),
    height: Math.abs(height),
    topDown: height < 0,
    bits: bytes.readUInt16LE(isOld ? 24 : 28),
    packing: isOld ? PLAIN : bytes.readUInt32LE(30),
  };
};
type Header = ReturnType<typeof headerOf>;

/** Pixels that a bitmap has to say it has, before any of them is looked at. */
export const bmpSize = (bytes: Buffer): { width: number; height: number } => headerOf(bytes);

/** One colour of a pixel, by the bits that it has there, as 0..255. */
const byMask = (mask: number): ((pixel: number) => number) => {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift || 1;
  return (pixel) => Math.round((((pixel & mask) >>> shift) * 255) / most);
};

const masksOf = (bytes: Buffer, { size, bits, packing }: Header): number[] => {
  if (packing === PLAIN) return usualMasks[bits] ?? [];
  const hasAlpha = packing === BY_MASKS_WITH_ALPHA || size >= 56;
  const masks = [54, 58, 62, ...(hasAlpha ? [66] : [])].map((at) => bytes.readUInt32LE(at));
  return masks[3] === 0 ? masks.slice(0, 3) : masks;
};

/** Colours of what a pixel of up to eight bits points to. */
const paletteOf = (bytes: Buffer, { size, isOld, bits }: Header): ((index: number) => [number, number, number]) => {
  const entry = isOld ? 3 : 4;
  const count = (!isOld && bytes.readUInt32LE(46)) || 2 ** bits;
  return (index) => {
    if (index >= count) return [0, 0, 0];
    const at = 14 + size + index * entry;
    return [bytes.readUInt8(at + 2), bytes.readUInt8(at + 1), bytes.readUInt8(at)];
  };
};

/** The colours of the pixel in a column of the row that begins at `at`. */
const readerOf = (bytes: Buffer, header: Header): { channels: 3 | 4; read: (at: number, column: number) => readonly number[] } => {
  const { bits } = header;
  if (bits <= 8) {
    const colours = Array.from({ length: 2 ** bits }, (_, index) => index).map(paletteOf(bytes, header));
    const most = 2 ** bits - 1;
    return {
      channels: 3,
      read: (at, column) => {
        const bit = column * bits;
        return colours[(bytes.readUInt8(at + (bit >> 3)) >> (8 - bits - (bit & 7))) & most] ?? [];
      },
    };
  }
  const masks = masksOf(bytes, header).map(byMask);
  const width = bits / 8;
  return {
    channels: masks.length === 4 ? 4 : 3,
    read: (at, column) => {
      const pixel = bytes.readUIntLE(at + column * width, width);
      return masks.map((colour) => colour(pixel));
    },
  };
};

/** A bitmap without compression, whichever way up, of 1, 4, 8, 16, 24 or 32 bits; throws on any other (FILE-05, U01). Others have their turn in between. */
export const decodeBmp = async (bytes: Buffer): Promise<Bitmap> => {
  const header = headerOf(bytes);
  const { width, height, bits, packing, pixelsAt, topDown } = header;
  const isKnown = packing === PLAIN ? [1, 4, 8, 16, 24, 32].includes(bits) : packing === BY_MASKS || packing === BY_MASKS_WITH_ALPHA;
  if (!isKnown || (packing !== PLAIN && bits !== 16 && bits !== 32)) throw new Error('A kind of bitmap that is not read');
  const stride = Math.ceil((width * bits) / 32) * 4;
  if (width < 1 || height < 1 || pixelsAt + stride * height > bytes.length) throw new Error('A bitmap that lacks pixels');
  const { channels, read } = readerOf(bytes, header);
  const data = Buffer.alloc(width * height * channels);
  let since = 0;
  for (let row = 0; row < height; row += 1) {
    const at = pixelsAt + (topDown ? row : height - 1 - row) * stride;
    for (let column = 0; column < width; column += 1) data.set(read(at, column), (row * width + column) * channels);
    since += width;
    if (since < BREATHE_AFTER_PIXELS) continue;
    since = 0;
    await breathe();
  }
  return { width, height, channels, data };
};
