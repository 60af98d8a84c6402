import { buffer } from 'node:stream/consumers';
import type { ImageWidth } from '@endcap/contract/files';
import sharp from 'sharp';
import type { FileStorage } from '../../platform/files/file-storage.ts';
import { inTurn } from './in-turn.ts';
import { PIXELS_MAX } from './recode-image.ts';

const WEBP_QUALITY = 78;

/** The name under which a smaller or modern form of a stored image is kept. */
export const variantName = (name: string, width: ImageWidth, modern: boolean): string => {
  const [stem = '', extension = ''] = name.split('.');
  return `${stem}-${width}.${modern ? 'webp' : extension}`;
};

/** Makes smaller forms of stored images when they are first asked for, each once, and keeps them beside the original. */
export const createVariants = (storage: FileStorage) => {
  const making = new Map<string, Promise<number>>();

  const make = async (name: string, width: ImageWidth, modern: boolean): Promise<number> => {
    const original = await buffer(await storage.read(name));
    const image = sharp(original, { limitInputPixels: PIXELS_MAX, animated: name.endsWith('.gif') }).resize({
      width,
      withoutEnlargement: true,
    });
    const bytes = await (modern ? image.webp({ quality: WEBP_QUALITY }) : image).toBuffer();
    await storage.put(variantName(name, width, modern), bytes);
    return bytes.length;
  };

  /** Bytes of the form, made when it is not there; null when the image itself is not. */
  return async (name: string, width: ImageWidth, modern: boolean): Promise<{ name: string; size: number } | null> => {
    const variant = variantName(name, width, modern);
    const known = await storage.size(variant);
    if (known !== null) return { name: variant, size: known };
    if ((await storage.size(name)) === null) return null;
    const made = making.get(variant) ?? inTurn(() => make(name, width, modern));
    making.set(variant, made);
    const size = await made.finally(() => making.delete(variant));
    return { name: variant, size };
  };
};
