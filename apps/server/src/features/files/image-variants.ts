import { imageEndings, type ImageEnding, type ImageWidth, imageWidths } from '@endcap/contract/files';
import type { FileStorage } from '../../platform/files/file-storage.ts';
import type { SizeCheck } from './check-size.ts';
import { resizeImage } from './file-parser.ts';
import { readStored } from './read-stored.ts';

/** Forms that cannot be made are remembered, beyond so many the oldest is forgotten. */
const UNMADE_KEPT = 10_000;
/** What took too long may have done so because the machine was busy. */
const TRY_AGAIN_MS = 10 * 60_000;

/** Widths that are offered no more, but were: forms of them may be kept. */
const formerWidths: readonly number[] = [];

/** The name under which a smaller or modern form of a stored image is kept. */
const variantName = (name: string, width: number, modern: boolean): string => {
  const [stem = '', extension = ''] = name.split('.');
  return `${stem}-${width}.${modern ? 'webp' : extension}`;
};
/** Every name under which a form of a stored file may be kept. Storages need not tell what they hold (an S3 key may have no right to list). */
export const variantsOf = (name: string): string[] =>
  [...imageWidths, ...formerWidths].flatMap((width) => [variantName(name, width, true), variantName(name, width, false)]);

const kindOf = (name: string): ImageEnding | undefined =>
  (Object.keys(imageEndings) as ImageEnding[]).find((ending) => name.endsWith(`.${ending}`));

/** Makes smaller forms of stored images when they are first asked for, each once, and keeps them beside the original. */
export const createVariants = (storage: FileStorage, checkSize: SizeCheck) => {
  /** Until when (milliseconds of the process) a form is not tried again. */
  const unmade = new Map<string, number>();
  const making = new Map<string, Promise<number | null>>();

  /** Its bytes; null when it is too large or would take too long, as images of an earlier time may, so that the original has to do. */
  const make = async (name: string, width: ImageWidth, modern: boolean): Promise<number | null> => {
    const kind = kindOf(name);
    if (kind === undefined) return null;
    const bytes = await resizeImage({ open: () => readStored(storage, name) }, { kind, width, modern });
    if (bytes === null) return null;
    await storage.put(variantName(name, width, modern), Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return bytes.length;
  };

  /** The form, made when it is not there, or the original instead; null when the image itself is not there. */
  return async (name: string, width: ImageWidth, modern: boolean): Promise<{ name: string; size: number } | null> => {
    const variant = variantName(name, width, modern);
    const known = await storage.size(variant);
    if (known !== null) return { name: variant, size: known };
    const whole = await storage.size(name);
    if (whole === null) return null;
    await checkSize(name, whole);
    if ((unmade.get(variant) ?? 0) > performance.now()) return { name, size: whole };
    const made = making.get(variant) ?? make(name, width, modern);
    making.set(variant, made);
    const size = await made.finally(() => making.delete(variant));
    if (size !== null) return { name: variant, size };
    const [oldest] = unmade.keys();
    if (unmade.size >= UNMADE_KEPT && oldest !== undefined) unmade.delete(oldest);
    unmade.delete(variant);
    unmade.set(variant, performance.now() + TRY_AGAIN_MS);
    return { name, size: whole };
  };
};
