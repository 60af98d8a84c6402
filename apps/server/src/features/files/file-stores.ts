import type { Cloudinary } from '../../platform/files/cloudinary.ts';
import type { FileStorage } from '../../platform/files/file-storage.ts';

/** Stores for uploads: Cloudinary for images if it is configured, the file storage for everything else. */
export type FileStores = { storage: FileStorage; cloudinary: Cloudinary | null };
