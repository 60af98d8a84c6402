import { randomBytes } from 'node:crypto';
import { Problem } from '@endcap/contract/core';
import { FILE_PREFIX, fileUrl, IMAGE_MAX_BYTES, IMAGE_PREFIX, type StoredFile } from '@endcap/contract/files';
import { fileTypeFromBuffer } from 'file-type';
import type { Cloudinary } from '../../platform/files/cloudinary.ts';
import type { FileStorage } from '../../platform/files/folder-storage.ts';
import { recodeImage } from './recode-image.ts';

export type Upload = { bytes: Buffer; name: string; imagesOnly: boolean };

/** 128 random bits: whoever knows the name may read the file, as with any CDN (U20). */
const newName = (extension: string): string => `${randomBytes(16).toString('hex')}.${extension}`;

/** Stores an upload by what it is, never by its name (FILE-09): images are encoded anew, pdf is kept byte for byte. */
export const storeUpload =
  ({ storage, cloudinary }: { storage: FileStorage; cloudinary: Cloudinary | null }) =>
  async ({ bytes, name, imagesOnly }: Upload): Promise<StoredFile> => {
    const kind = (await fileTypeFromBuffer(bytes))?.ext;
    if (kind === 'pdf' && !imagesOnly) {
      const stored = newName('pdf');
      await storage.put(stored, bytes);
      const file = `${FILE_PREFIX}${stored}`;
      return { file, url: fileUrl(file) ?? '', name, size: bytes.length, type: 'application/pdf' };
    }
    if (kind !== 'jpg' && kind !== 'png' && kind !== 'gif' && kind !== 'bmp')
      throw new Problem(
        'unsupported_type',
        imagesOnly ? 'Only jpg, png, bmp and gif images' : 'Only jpg, png, bmp and gif images and pdf files',
      );
    if (bytes.length > IMAGE_MAX_BYTES) throw new Problem('too_large', 'Images may have at most 10 MB');
    const image = await recodeImage(bytes, kind);
    const stored = newName(image.extension);
    if (cloudinary) await cloudinary.upload(stored.replace(/\..*$/, ''), image.bytes);
    else await storage.put(stored, image.bytes);
    const file = `${IMAGE_PREFIX}${stored}`;
    return {
      file,
      url: fileUrl(file) ?? '',
      name,
      size: image.bytes.length,
      type: image.extension === 'jpg' ? 'image/jpeg' : `image/${image.extension}`,
    };
  };
