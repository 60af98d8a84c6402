import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Problem } from '@endcap/contract/core';
import { FILE_PREFIX, fileUrl, IMAGE_MAX_BYTES, IMAGE_PREFIX, type StoredFile, storedEndings } from '@endcap/contract/files';
import { fileTypeFromFile } from 'file-type';
import type { Database } from '../../tables.ts';
import { announceFile, findSameBytes, keepFile } from './file.repository.ts';
import type { FileStores } from './file-stores.ts';
import { imageTurn } from './in-turn.ts';
import type { Received } from './receive-upload.ts';
import { recodeImage } from './recode-image.ts';
import { plainName } from './upload-name.ts';

export type Upload = Received & { imagesOnly: boolean; by: string };

/** 128 random bits: whoever knows the name may read the file, as with any CDN (U20, FILE-12). */
const newName = (extension: string): string => `${randomBytes(16).toString('hex')}.${extension}`;

/** What lies at Cloudinary cannot be looked for. */
const neverLost = async (): Promise<boolean> => false;

/** Stores an upload by what it is, never by its name (FILE-09): images are encoded anew, pdf is kept byte for byte, the same bytes once (U32). */
export const storeUpload = ({ db, stores, now }: { db: Database; stores: FileStores; now: () => Date }) => {
  const { storage, cloudinary } = stores;

  /** The name of those bytes: the one they have, or a new one once `put` has stored them. */
  const keep = async (
    facts: { contentHash: Buffer; bytes: number; uploadedBy: string; extension: string },
    put: (name: string) => Promise<void>,
    isLost = async (name: string): Promise<boolean> => (await storage.size(name)) === null,
  ): Promise<string> => {
    const { extension, ...file } = facts;
    const known = await findSameBytes(db, file.contentHash, now());
    if (known !== undefined) {
      // Bytes that were lost meanwhile are here again, and so is whatever names them (D-24).
      if (await isLost(known)) await put(known);
      return known;
    }
    const name = newName(extension);
    await announceFile(db, { ...file, name, askedAt: now() });
    await put(name);
    if (await keepFile(db, name)) return name;
    // Somebody was quicker with the same bytes; these are swept.
    return (await findSameBytes(db, file.contentHash, now())) ?? keep(facts, put, isLost);
  };
  const answer = (prefix: string, stored: string, { name, size, type }: { name: string; size: number; type: string }): StoredFile => {
    const file = `${prefix}${stored}`;
    return { file, url: fileUrl(file) ?? '', name: plainName(name), size, type };
  };

  return async ({ path, bytes, name, imagesOnly, by }: Upload): Promise<StoredFile> => {
    const kind = (await fileTypeFromFile(path))?.ext;
    if (kind === 'pdf' && !imagesOnly) {
      const hash = createHash('sha256');
      await pipeline(createReadStream(path), hash);
      const contentHash = hash.digest();
      const stored = await keep({ contentHash, bytes, uploadedBy: by, extension: 'pdf' }, (to) => storage.take(to, path, bytes));
      return answer(FILE_PREFIX, stored, { name, size: bytes, type: storedEndings.pdf });
    }
    if (kind !== 'jpg' && kind !== 'png' && kind !== 'gif' && kind !== 'bmp')
      throw new Problem(
        'unsupported_type',
        imagesOnly ? 'Only jpg, png, bmp and gif images' : 'Only jpg, png, bmp and gif images and pdf files',
      );
    if (bytes > IMAGE_MAX_BYTES) throw new Problem('too_large', 'Images may have at most 10 MB');
    const image = await imageTurn(async () => recodeImage(await readFile(path), kind));
    const contentHash = createHash('sha256').update(image.bytes).digest();
    const { extension } = image;
    const facts = { contentHash, bytes: image.bytes.length, uploadedBy: by, extension };
    const stored = cloudinary
      ? await keep(facts, (to) => cloudinary.upload(to, image.bytes), neverLost)
      : await keep(facts, (to) => storage.put(to, image.bytes));
    return answer(IMAGE_PREFIX, stored, {
      name,
      size: image.bytes.length,
      type: storedEndings[extension],
    });
  };
};
