import { Problem } from '@endcap/contract/core';
import { decode as decodeBmp } from 'fast-bmp';
import sharp, { type Sharp } from 'sharp';

// Only the decoders of the accepted kinds may ever run (D06, U16).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'] });

/** Largest picture that is decoded, pixels: a small file may unfold to gigabytes. */
export const PIXELS_MAX = 40_000_000;

export type RecodedImage = { bytes: Buffer; extension: 'jpg' | 'png' | 'gif' };

const fromBmp = (bytes: Buffer): Sharp => {
  const width = Math.abs(bytes.readInt32LE(18));
  const height = Math.abs(bytes.readInt32LE(22));
  if (width * height > PIXELS_MAX) throw new Problem('unsupported_type', 'The image has too many pixels');
  const { data, channels } = decodeBmp(bytes);
  if (channels !== 1 && channels !== 3 && channels !== 4) throw new Problem('unsupported_type', 'This kind of BMP cannot be read');
  if (!ArrayBuffer.isView(data)) throw new Problem('unsupported_type', 'This kind of BMP cannot be read');
  return sharp(Buffer.from(data.buffer, data.byteOffset, data.byteLength), { raw: { width, height, channels } });
};

/** Decodes and encodes anew, upright and without metadata: what was hidden behind or inside the picture is gone (U02, U08). */
export const recodeImage = async (bytes: Buffer, kind: 'jpg' | 'png' | 'gif' | 'bmp'): Promise<RecodedImage> => {
  try {
    if (kind === 'bmp') return { bytes: await fromBmp(bytes).png().toBuffer(), extension: 'png' };
    const image = sharp(bytes, { limitInputPixels: PIXELS_MAX, animated: kind === 'gif' }).autoOrient();
    if (kind === 'gif') return { bytes: await image.gif().toBuffer(), extension: 'gif' };
    return kind === 'png'
      ? { bytes: await image.png().toBuffer(), extension: 'png' }
      : { bytes: await image.jpeg({ quality: 88, mozjpeg: true }).toBuffer(), extension: 'jpg' };
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('unsupported_type', 'The image cannot be read');
  }
};
