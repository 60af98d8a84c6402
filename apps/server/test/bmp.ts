type Bmp = {
  width: number;
  height: number;
  bits: 1 | 4 | 8 | 16 | 24 | 32;
  /** The stored value of each pixel, row by row from the top left. */
  pixels: number[];
  palette?: number[];
  /** Red, green, blue and alpha. */
  masks?: number[];
  topDown?: boolean;
  packing?: number;
  /** Width and height in the header, instead of the real ones. */
  claims?: number;
};

/** Returns the bytes of a bitmap. */
export const aBmp = ({ width, height, bits, pixels, palette = [], masks = [], topDown = false, packing, claims }: Bmp): Buffer => {
  const stride = Math.ceil((width * bits) / 32) * 4;
  // With masks the long header, which has room for them.
  const header = masks.length > 0 ? 108 : 40;
  const pixelsAt = 14 + header + palette.length * 4;
  const bytes = Buffer.alloc(pixelsAt + stride * height);
  bytes.write('BM', 'latin1');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(pixelsAt, 10);
  bytes.writeUInt32LE(header, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(topDown ? -height : height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(bits, 28);
  bytes.writeUInt32LE(packing ?? (masks.length > 0 ? 3 : 0), 30);
  bytes.writeUInt32LE(palette.length, 46);
  for (const [n, mask] of masks.entries()) bytes.writeUInt32LE(mask, 54 + n * 4);
  for (const [n, colour] of palette.entries()) bytes.writeUInt32LE(colour, 14 + header + n * 4);
  for (const [n, pixel] of pixels.entries()) {
    const [row, column] = [Math.floor(n / width), n % width];
    const at = pixelsAt + (topDown ? row : height - 1 - row) * stride;
    if (bits > 8) {
      bytes.writeUIntLE(pixel, at + (column * bits) / 8, bits / 8);
      continue;
    }
    const byte = at + ((column * bits) >> 3);
    bytes[byte] = (bytes[byte] ?? 0) | (pixel << (8 - bits - ((column * bits) & 7)));
  }
  if (claims !== undefined) for (const at of [18, 22]) bytes.writeInt32LE(claims, at);
  return bytes;
};
