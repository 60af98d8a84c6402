import type { ImageEnding, ImageWidth } from '@endcap/contract/files';
import sharp from 'sharp';
import { type ImageLimits, tooLarge } from './recode-image.ts';

const WEBP_QUALITY = 78;

/** A smaller form of an image of some kind; `modern` is WebP, otherwise the kind stays. */
export type Form = { kind: ImageEnding; width: ImageWidth; modern: boolean };

/** The bytes of a smaller form; null when the image is too large, as one of an earlier time may be, or cannot be read. */
export const resizeImage = async (bytes: Buffer, { kind, width, modern }: Form, limits: ImageLimits): Promise<Uint8Array | null> => {
  try {
    if ((await tooLarge(bytes, kind, limits)) !== null) return null;
    const image = sharp(bytes, { limitInputPixels: limits.maxPixels, animated: kind === 'gif' }).resize({
      width,
      withoutEnlargement: true,
    });
    return await (modern ? image.webp({ quality: WEBP_QUALITY }) : image).toBuffer();
  } catch {
    return null;
  }
};
