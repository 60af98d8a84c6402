import type { Config } from './config.ts';
import type { FileStores } from './features/files/index.ts';
import { connectCloudinary } from './platform/files/cloudinary.ts';
import type { FileStorage } from './platform/files/file-storage.ts';
import { folderStorage } from './platform/files/folder-storage.ts';
import { s3Storage } from './platform/files/s3-storage.ts';
import { withFormer } from './platform/files/with-former.ts';
import type { Context } from './context.ts';

const storageOf = (config: Config, now: () => Date): FileStorage => {
  const { ENDCAP_FILES_S3_BUCKET: bucket, ENDCAP_FILES_S3_KEY: accessKeyId, ENDCAP_FILES_S3_SECRET: secretAccessKey } = config;
  if (!bucket || !accessKeyId || !secretAccessKey) return folderStorage(config.ENDCAP_FILES_DIR);
  const store = s3Storage({
    endpoint: config.ENDCAP_FILES_S3_ENDPOINT,
    region: config.ENDCAP_FILES_S3_REGION,
    bucket,
    accessKeyId,
    secretAccessKey,
    now,
  });
  return withFormer(store, folderStorage(config.ENDCAP_FILES_DIR));
};

/** Opens the stores for uploads, by the settings. */
export const openFiles = ({ config, now }: Pick<Context, 'config' | 'now'>): FileStores => ({
  storage: storageOf(config, now),
  cloudinary: config.ENDCAP_CLOUDINARY_URL ? connectCloudinary(config.ENDCAP_CLOUDINARY_URL, config.ENDCAP_CLOUDINARY_API, now) : null,
});
