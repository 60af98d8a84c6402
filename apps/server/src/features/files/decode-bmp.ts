export type Bitmap = { width: number; height: number; channels: 3 | 4; data: Buffer };

const OLD_HEADER = 12;
const [PLAIN, RUNS_OF_8, RUNS_OF_4, BY_MASKS, BY_MASKS_WITH_ALPHA] = [0, 1, 2, 3, 6];
const defaultMasks: Record<number, number[]> = { 16: [0x7c00, 0x3e0, 0x1f], 24: [0xff0000, 0xff00, 0xff], 32: [0xff0000, 0xff00, 0xff] };

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

/** The size that a bitmap's header claims, before any pixel is read. */
export const bmpSize = (bytes: Buffer): { width: number; height: number } => headerOf(bytes);

/** One colour of a pixel, by the bits that it has there, as 0..255. */
const byMask = (mask: number): ((pixel: number) => number) => {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift || 1;
  return (pixel) => Math.round((((pixel & mask) >>> shift) * 255) / most);
};

const masksOf = (bytes: Buffer, { size, bits, packing }: Header): number[] => {
  if (packing === PLAIN) return defaultMasks[bits] ?? [];
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

const areRuns = ({ packing }: Header): boolean => packing === RUNS_OF_8 || packing === RUNS_OF_4;

/** Palette indexes of a run-length encoded bitmap, one byte each, row by row as stored. Skipped pixels have the first colour. */
const unpackRuns = (bytes: Buffer, { width, height, bits, pixelsAt }: Header): Buffer => {
  const indexes = Buffer.alloc(width * height);
  let [at, row, column] = [pixelsAt, 0, 0];
  const next = (): number => bytes.readUInt8(at++);
  /** Writes pixels of a byte that contains one index or two. */
  const put = (packed: number, nth: number): void => {
    const index = bits === 8 ? packed : nth % 2 === 0 ? packed >> 4 : packed & 15;
    if (column < width) indexes[row * width + column] = index;
    column += 1;
  };
  const isComplete = (): boolean => row >= height || (row === height - 1 && column >= width);
  while (!isComplete()) {
    const [count, value] = [next(), next()];
    if (count > 0) {
      for (let n = 0; n < count; n += 1) put(value, n);
    } else if (value === 0) {
      [row, column] = [row + 1, 0];
    } else if (value === 1) {
      break;
    } else if (value === 2) {
      [column, row] = [column + next(), row + next()];
    } else {
      const began = at;
      for (let n = 0, packed = 0; n < value; n += 1) {
        if (bits === 8 || n % 2 === 0) packed = next();
        put(packed, n);
      }
      // Pixels that are listed one by one end on an even byte.
      at += (at - began) % 2;
    }
  }
  return indexes;
};

type Rows = { pixels: Buffer; at: number; stride: number; bits: number };

/** Locates the rows of a bitmap; throws if its format is not supported or rows are missing. */
const rowsOf = (bytes: Buffer, header: Header): Rows => {
  const { width, height, bits, packing, pixelsAt } = header;
  if (width < 1 || height < 1) throw new Error('A bitmap without pixels');
  if (areRuns(header)) {
    if (bits !== (packing === RUNS_OF_8 ? 8 : 4)) throw new Error('A kind of bitmap that is not read');
    return { pixels: unpackRuns(bytes, header), at: 0, stride: width, bits: 8 };
  }
  const isSupported = packing === PLAIN ? [1, 4, 8, 16, 24, 32].includes(bits) : packing === BY_MASKS || packing === BY_MASKS_WITH_ALPHA;
  if (!isSupported || (packing !== PLAIN && bits !== 16 && bits !== 32)) throw new Error('A kind of bitmap that is not read');
  const stride = Math.ceil((width * bits) / 32) * 4;
  if (pixelsAt + stride * height > bytes.length) throw new Error('A bitmap that lacks pixels');
  return { pixels: bytes, at: pixelsAt, stride, bits };
};

/** The colours of the pixel in a column of the row that begins at `at`. */
const readerOf = (
  bytes: Buffer,
  header: Header,
  { pixels, bits }: Rows,
): { channels: 3 | 4; read: (at: number, column: number) => readonly number[] } => {
  if (bits <= 8) {
    const colours = Array.from({ length: 2 ** bits }, (_, index) => index).map(paletteOf(bytes, header));
    const most = 2 ** bits - 1;
    return {
      channels: 3,
      read: (at, column) => {
        const bit = column * bits;
        return colours[(pixels.readUInt8(at + (bit >> 3)) >> (8 - bits - (bit & 7))) & most] ?? [];
      },
    };
  }
  const masks = masksOf(bytes, header).map(byMask);
  const width = bits / 8;
  return {
    channels: masks.length === 4 ? 4 : 3,
    read: (at, column) => {
      const pixel = pixels.readUIntLE(at + column * width, width);
      return masks.map((colour) => colour(pixel));
    },
  };
};

/** Drops an alpha channel that is 0 everywhere: its writer left it empty, and viewers show the picture. */
const withoutEmptyAlpha = (bitmap: Bitmap): Bitmap => {
  const { width, height, channels, data } = bitmap;
  if (channels === 3) return bitmap;
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return bitmap;
  const opaque = Buffer.alloc(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) data.copy(opaque, pixel * 3, pixel * 4, pixel * 4 + 3);
  return { width, height, channels: 3, data: opaque };
};

/** Decodes a bitmap of 1, 4, 8, 16, 24 or 32 bits, plain or run-length encoded, in either direction. Throws on others (FILE-05, U01). */
export const decodeBmp = (bytes: Buffer): Bitmap => {
  const header = headerOf(bytes);
  const { width, height, topDown } = header;
  const rows = rowsOf(bytes, header);
  const { channels, read } = readerOf(bytes, header, rows);
  const data = Buffer.alloc(width * height * channels);
  for (let row = 0; row < height; row += 1) {
    const at = rows.at + (topDown ? row : height - 1 - row) * rows.stride;
    for (let column = 0; column < width; column += 1) data.set(read(at, column), (row * width + column) * channels);
  }
  return withoutEmptyAlpha({ width, height, channels, data });
};
