import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fieldProblem, Problem } from '@endcap/contract/core';
import {
  FILE_PREFIX,
  type FileProblem,
  fileUrl,
  IMAGE_MAX_BYTES,
  IMAGE_PREFIX,
  type StoredFile,
  storedEndings,
} from '@endcap/contract/files';
import type { Database } from '../../tables.ts';
import { announceFile, findSameBytes, markStored } from './file.repository.ts';
import { fileKind } from './file-kind.ts';
import { countPages, recodeImage, type Source } from './file-parser.ts';
import type { FileStores } from './file-stores.ts';
import { makePushImage } from './image-variants.ts';
import type { Received } from './receive-upload.ts';
import type { ReadableKind } from './recode-image.ts';
import { plainName } from './upload-name.ts';

type Deps = { db: Database; stores: FileStores; now: () => Date };
export type Upload = Omit<Received, 'signal'> & { imagesOnly: boolean; by: string; signal?: AbortSignal };

/** 128 random bits: anyone with the name may read the file, as with any CDN (U20, FILE-12). */
const newName = (extension: string): string => `${randomBytes(16).toString('hex')}.${extension}`;

const sourceOf = (path: string, signal: AbortSignal | undefined): Source => ({ open: () => createReadStream(path), signal });

/** Returns the problem of an image. A damaged image, or one in an unsupported encoding, counts as an unsupported type. */
const imageProblem = (problem: FileProblem): Problem =>
  problem === 'unreadable'
    ? new Problem('unsupported_type', 'The image cannot be read', { file: [problem] })
    : fieldProblem('file', problem);

/** Cloudinary cannot be searched for lost files. */
const neverLost = async (): Promise<boolean> => false;

/** Returns the name of some bytes: the one they have, or a new one once `put` has stored them. */
const createStoreOnce = ({ db, stores: { storage }, now }: Deps) => {
  const storeOnce = async (
    facts: { contentHash: Buffer; bytes: number; uploadedBy: string; uploadedAs: string; extension: string },
    put: (name: string) => Promise<void>,
    // A file stored with another size counts as lost.
    isLost = async (name: string): Promise<boolean> => (await storage.size(name)) !== facts.bytes,
  ): Promise<string> => {
    const { extension, ...file } = facts;
    const existing = await findSameBytes(db, file, now());
    if (existing !== undefined) {
      // The bytes were lost: storing them again restores every reference to them (D-24).
      if (await isLost(existing)) await put(existing);
      return existing;
    }
    const name = newName(extension);
    await announceFile(db, { ...file, name, askedAt: now() });
    await put(name);
    if (await markStored(db, name)) return name;
    // Another upload stored the same bytes first; these are swept.
    return (await findSameBytes(db, file, now())) ?? storeOnce(facts, put, isLost);
  };
  return storeOnce;
};

/** Stores an upload by content, never by name (FILE-09). Re-encodes images and stores pdf files byte for byte, equal bytes once (U32). */
export const storeUpload = (deps: Deps) => {
  const { storage, cloudinary } = deps.stores;
  const storeOnce = createStoreOnce(deps);
  const answer = (prefix: string, stored: string, { name, size, type }: { name: string; size: number; type: string }): StoredFile => {
    const file = `${prefix}${stored}`;
    return { file, url: fileUrl(file) ?? '', name: plainName(name), size, type };
  };

  const storePdf = async ({ path, bytes, name, by, signal }: Upload): Promise<StoredFile> => {
    const counted = await countPages(sourceOf(path, signal));
    if ('problem' in counted) throw fieldProblem('file', counted.problem);
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    const facts = { contentHash: hash.digest(), bytes, uploadedBy: by, uploadedAs: name, extension: 'pdf' };
    const stored = await storeOnce(facts, (to) => storage.take(to, path, bytes));
    return answer(FILE_PREFIX, stored, { name, size: bytes, type: storedEndings.pdf });
  };

  const storeImage = async (kind: ReadableKind, { path, name, by, signal }: Upload): Promise<StoredFile> => {
    const image = await recodeImage(sourceOf(path, signal), kind);
    if ('problem' in image) throw imageProblem(image.problem);
    const bytes = Buffer.from(image.bytes.buffer, image.bytes.byteOffset, image.bytes.byteLength);
    const { extension } = image;
    const contentHash = createHash('sha256').update(bytes).digest();
    const facts = { contentHash, bytes: bytes.length, uploadedBy: by, uploadedAs: name, extension };
    const stored = cloudinary
      ? await storeOnce(facts, (to) => cloudinary.upload(to, bytes), neverLost)
      : await storeOnce(facts, (to) => storage.put(to, bytes));
    // Cloudinary makes its own.
    if (!cloudinary) await makePushImage(storage, { name: stored, bytes, signal });
    return answer(IMAGE_PREFIX, stored, { name, size: bytes.length, type: storedEndings[extension] });
  };

  return async (upload: Upload): Promise<StoredFile> => {
    const { path, bytes, imagesOnly } = upload;
    const kind = await fileKind(path);
    if (kind === 'pdf' && !imagesOnly) return storePdf(upload);
    if (kind === undefined || kind === 'pdf')
      throw new Problem(
        'unsupported_type',
        imagesOnly ? 'Only jpg, png, bmp and gif images' : 'Only jpg, png, bmp and gif images and pdf files',
      );
    if (bytes > IMAGE_MAX_BYTES) throw new Problem('too_large', 'Images may have at most 10 MB');
    return storeImage(kind, upload);
  };
};
