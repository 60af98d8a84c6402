import { Problem, fieldProblem } from '@endcap/contract/core';
import { ANIMATION_MAX_FRAMES, ANIMATION_MAX_PIXELS, IMAGE_MAX_PIXELS, type ImageEnding, type ImageProblem } from '@endcap/contract/files';
import sharp, { type Sharp } from 'sharp';
import { bmpSize, decodeBmp } from './decode-bmp.ts';

// Only the decoders of the accepted kinds may ever run (D06, U16).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'] });
// Each picture has one thread: how many there are at once is said in one place (in-turn.ts).
sharp.concurrency(1);

/** Longer work on one picture is given up while it is decoded. What remains then is bounded by its pixels. */
export const WITHIN_SECONDS = 15;
const GIF_EFFORT = 1;

export type RecodedImage = { bytes: Buffer; extension: ImageEnding };
type Kind = ImageEnding | 'bmp';

const refuse = (problem: ImageProblem): Problem => fieldProblem('file', problem);

/** What a picture unfolds to, by what it says of itself: nothing is decoded yet. A small file may be gigabytes (U04). */
export const unfolded = async (bytes: Buffer): Promise<{ frames: number; pixels: number }> => {
  const {
    width,
    height,
    pages: frames = 1,
    pageHeight = height,
  } = await sharp(bytes, { animated: true, limitInputPixels: false }).metadata();
  return { frames, pixels: width * pageHeight * frames };
};
export const isTooLongAnimation = ({ frames, pixels }: { frames: number; pixels: number }): boolean =>
  frames > ANIMATION_MAX_FRAMES || (frames > 1 && pixels > ANIMATION_MAX_PIXELS);

const refuseTooLarge = async (bytes: Buffer, kind: Kind): Promise<void> => {
  if (kind === 'bmp') {
    const { width, height } = bmpSize(bytes);
    if (width * height > IMAGE_MAX_PIXELS) throw refuse('tooManyPixels');
    return;
  }
  const size = await unfolded(bytes);
  if (isTooLongAnimation(size)) throw refuse('tooLongAnimation');
  if (size.pixels > IMAGE_MAX_PIXELS) throw refuse('tooManyPixels');
};

const decoded = async (bytes: Buffer, kind: Kind): Promise<Sharp> => {
  if (kind !== 'bmp') return sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, animated: kind === 'gif' }).autoOrient();
  const { data, ...raw } = await decodeBmp(bytes);
  return sharp(data, { raw });
};

export const isTooSlow = (error: unknown): boolean => error instanceof Error && error.message.startsWith('timeout:');

/** What the sender of an image is told when it could not be encoded anew. */
export const problemOf = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  if (isTooSlow(error)) return refuse('tooSlow');
  const unreadable: ImageProblem = 'unreadable';
  return new Problem('unsupported_type', 'The image cannot be read', { file: [unreadable] });
};

/** Decodes and encodes anew, upright and without metadata: what was hidden behind or inside the picture is gone (U02, U08). */
export const recodeImage = async (bytes: Buffer, kind: Kind): Promise<RecodedImage> => {
  try {
    await refuseTooLarge(bytes, kind);
    const image = (await decoded(bytes, kind)).timeout({ seconds: WITHIN_SECONDS });
    if (kind === 'gif') return { bytes: await image.gif({ effort: GIF_EFFORT }).toBuffer(), extension: 'gif' };
    return kind === 'jpg'
      ? { bytes: await image.jpeg({ quality: 88, mozjpeg: true }).toBuffer(), extension: 'jpg' }
      : { bytes: await image.png().toBuffer(), extension: 'png' };
  } catch (error) {
    throw problemOf(error);
  }
};
