import type { Cloudinary } from '../../platform/files/cloudinary.ts';
import type { FileStorage } from '../../platform/files/file-storage.ts';

/** Where uploads go: images to Cloudinary when it is configured, everything else to the storage. */
export type FileStores = { storage: FileStorage; cloudinary: Cloudinary | null };
