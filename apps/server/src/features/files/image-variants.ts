import { Readable } from 'node:stream';
import { imageEndings, type ImageEnding, imageWidths } from '@endcap/contract/files';
import type { FileStorage } from '../../platform/files/file-storage.ts';
import type { SizeCheck } from './check-size.ts';
import { resizeImage, type Source, TRY_AGAIN_MS } from './file-parser.ts';
import { readStored } from './read-stored.ts';
import type { Variant } from './resize-image.ts';

/** Number of cached failures to make a form; beyond it the oldest is evicted. */
const CACHED_FAILURES = 10_000;

/** Widths of earlier versions. Forms of them may still be stored. */
const formerWidths: readonly number[] = [];

/** Returns the name under which a smaller form of an image is stored. */
const variantName = (name: string, variant: 'push' | { width: number; modern: boolean }): string => {
  const [stem = '', extension = ''] = name.split('.');
  if (variant === 'push') return `${stem}-push.jpg`;
  return `${stem}-${variant.width}.${variant.modern ? 'webp' : extension}`;
};
/** Returns every name that a form of a stored file may have. A storage may be unable to list them: an S3 key may lack that right. */
export const variantsOf = (name: string): string[] => [
  variantName(name, 'push'),
  ...[...imageWidths, ...formerWidths].flatMap((width) => [true, false].map((modern) => variantName(name, { width, modern }))),
];

const kindOf = (name: string): ImageEnding | undefined =>
  (Object.keys(imageEndings) as ImageEnding[]).find((ending) => name.endsWith(`.${ending}`));

/** Makes and stores a form. Returns its size in bytes; null if the image is too large or takes too long, as old images may. */
const make = async (storage: FileStorage, source: Source, name: string, variant: Variant): Promise<number | null> => {
  const kind = kindOf(name);
  if (kind === undefined) return null;
  const bytes = await resizeImage(source, { kind, variant });
  if (bytes === null) return null;
  await storage.put(variantName(name, variant), Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return bytes.length;
};

/** Makes the push form of a new image, unless it exists. If it cannot be made, the next request of a phone tries again. */
export const makePushImage = async (
  storage: FileStorage,
  image: { name: string; bytes: Buffer; signal: AbortSignal | undefined },
): Promise<void> => {
  const { name, bytes, signal } = image;
  if ((await storage.size(variantName(name, 'push'))) !== null) return;
  await make(storage, { open: () => Readable.from([bytes]), signal }, name, 'push');
};

/** Returns a function that makes smaller forms of stored images on first request, each once, and stores them beside the original. */
export const createVariants = (storage: FileStorage, checkSize: SizeCheck) => {
  /** Milliseconds (clock of the process) until which a failed form is not retried. */
  const failedUntil = new Map<string, number>();
  const making = new Map<string, Promise<number | null>>();

  /** Returns the form, made if missing; the original if the form cannot be made; null if the image itself is missing. */
  return async (name: string, variant: Variant): Promise<{ name: string; size: number } | null> => {
    const variantFile = variantName(name, variant);
    const variantSize = await storage.size(variantFile);
    if (variantSize !== null) return { name: variantFile, size: variantSize };
    const whole = await storage.size(name);
    if (whole === null) return null;
    await checkSize(name, whole);
    if ((failedUntil.get(variantFile) ?? 0) > performance.now()) return { name, size: whole };
    const made = making.get(variantFile) ?? make(storage, { open: () => readStored(storage, name) }, name, variant);
    making.set(variantFile, made);
    const size = await made.finally(() => making.delete(variantFile));
    if (size !== null) return { name: variantFile, size };
    const [oldest] = failedUntil.keys();
    if (failedUntil.size >= CACHED_FAILURES && oldest !== undefined) failedUntil.delete(oldest);
    failedUntil.delete(variantFile);
    failedUntil.set(variantFile, performance.now() + TRY_AGAIN_MS);
    return { name, size: whole };
  };
};
