import type { FileProblem, ImageEnding } from '@endcap/contract/files';
import sharp, { type Sharp } from 'sharp';
import { bmpSize, decodeBmp } from './decode-bmp.ts';

// Only the decoders of the accepted kinds may ever run (D06, U16).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'] });
// One thread per image: `file-parser.ts` limits how many images are decoded at once.
sharp.concurrency(1);

const GIF_EFFORT = 1;

/** Limits for a decoded image; all frames of an animation count (U04). */
export type ImageLimits = { maxPixels: number; maxFrames: number; maxAnimationPixels: number };
export type ReadableKind = ImageEnding | 'bmp';
type ImageProblem = Extract<FileProblem, 'tooManyPixels' | 'tooLongAnimation' | 'unreadable'>;
export type RecodedImage = { bytes: Uint8Array; extension: ImageEnding } | { problem: ImageProblem };

/** Reads the size of an image from its header, without decoding it: a small file may expand to gigabytes (U04). */
const unfolded = async (bytes: Buffer): Promise<{ frames: number; pixels: number }> => {
  const {
    width,
    height,
    pages: frames = 1,
    pageHeight = height,
  } = await sharp(bytes, { animated: true, limitInputPixels: false }).metadata();
  return { frames, pixels: width * pageHeight * frames };
};

/** Returns why an image must not be decoded; null if it may. */
export const tooLarge = async (bytes: Buffer, kind: ReadableKind, limits: ImageLimits): Promise<ImageProblem | null> => {
  if (kind === 'bmp') {
    const { width, height } = bmpSize(bytes);
    return width * height > limits.maxPixels ? 'tooManyPixels' : null;
  }
  const { frames, pixels } = await unfolded(bytes);
  if (frames > limits.maxFrames || (frames > 1 && pixels > limits.maxAnimationPixels)) return 'tooLongAnimation';
  return pixels > limits.maxPixels ? 'tooManyPixels' : null;
};

const decoded = (bytes: Buffer, kind: ReadableKind, { maxPixels }: ImageLimits): Sharp => {
  if (kind !== 'bmp') return sharp(bytes, { limitInputPixels: maxPixels, animated: kind === 'gif' }).autoOrient();
  const { data, ...raw } = decodeBmp(bytes);
  return sharp(data, { raw });
};

/** Re-encodes an image, upright and without metadata. This removes data hidden behind or inside the picture (U02, U08). */
export const recodeImage = async (bytes: Buffer, kind: ReadableKind, limits: ImageLimits): Promise<RecodedImage> => {
  try {
    const problem = await tooLarge(bytes, kind, limits);
    if (problem !== null) return { problem };
    const image = decoded(bytes, kind, limits);
    if (kind === 'gif') return { bytes: await image.gif({ effort: GIF_EFFORT }).toBuffer(), extension: 'gif' };
    return kind === 'jpg'
      ? { bytes: await image.jpeg({ quality: 88, mozjpeg: true }).toBuffer(), extension: 'jpg' }
      : { bytes: await image.png().toBuffer(), extension: 'png' };
  } catch {
    return { problem: 'unreadable' };
  }
};
