import { type ImageEnding, type ImageWidth, PUSH_IMAGE_MAX_BYTES, PUSH_IMAGE_MAX_SIDE } from '@endcap/contract/files';
import sharp, { type JpegOptions } from 'sharp';
import { type ImageLimits, tooLarge } from './recode-image.ts';

const WEBP_QUALITY = 78;
/** The first that is small enough is used; the last one is small enough for any picture. */
const pushQualities: readonly JpegOptions[] = [
  { quality: 85, chromaSubsampling: '4:4:4' },
  { quality: 75, chromaSubsampling: '4:2:0' },
  { quality: 55, chromaSubsampling: '4:2:0' },
  { quality: 35, chromaSubsampling: '4:2:0' },
];

/** A smaller form of an image: of some width, in WebP (`modern`) or its own kind; or for pushes, a JPEG of the first frame. */
export type Variant = { width: ImageWidth; modern: boolean } | 'push';
/** A smaller form of an image of some kind. */
export type Form = { kind: ImageEnding; variant: Variant };

const forPush = async (bytes: Buffer, { maxPixels }: ImageLimits): Promise<Uint8Array | null> => {
  const side = PUSH_IMAGE_MAX_SIDE;
  const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  for (const options of pushQualities) {
    const jpeg = await sharp(data, { raw: { width, height, channels } })
      .jpeg({ ...options, mozjpeg: true })
      .toBuffer();
    if (jpeg.length <= PUSH_IMAGE_MAX_BYTES) return jpeg;
  }
  return null;
};

/** Returns the bytes of a smaller form; null if the image cannot be read or is too large, as an old image may be. */
export const resizeImage = async (bytes: Buffer, { kind, variant }: Form, limits: ImageLimits): Promise<Uint8Array | null> => {
  try {
    if ((await tooLarge(bytes, kind, limits)) !== null) return null;
    if (variant === 'push') return await forPush(bytes, limits);
    const { width, modern } = variant;
    const image = sharp(bytes, { limitInputPixels: limits.maxPixels, animated: kind === 'gif' }).resize({
      width,
      withoutEnlargement: true,
    });
    return await (modern ? image.webp({ quality: WEBP_QUALITY }) : image).toBuffer();
  } catch {
    return null;
  }
};
