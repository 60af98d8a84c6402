import { createHash } from 'node:crypto';
import { StorageAway } from './file-storage.ts';

export type Cloudinary = {
  upload: (name: string, bytes: Buffer) => Promise<void>;
  remove: (name: string) => Promise<void>;
  /** Address of an image, at most `width` pixels wide when it is given, in the best format that the asking client reads. */
  urlOf: (name: string, width?: number) => string;
  /** Address of an image as JPEG that fits into a square of `side` pixels: of an animation the first frame. */
  jpegUrlOf: (name: string, side: number) => string;
};

const away = (cause: unknown): never => {
  throw new StorageAway('Cloudinary does not answer', { cause });
};

/** Status codes of a timeout and of rate limits (420 is Cloudinary's own), after which a retry may succeed. */
const COMES_BACK = new Set([408, 420, 429]);

/** Cloudinary stores the format of an image separately from its id. */
const publicIdOf = (name: string): string => name.replace(/\..*$/, '');

/** Cloudinary by its signed upload API. `url` is `cloudinary://key:secret@cloud`; throws `StorageAway` when it refuses or does not answer. */
export const connectCloudinary = (url: string, api: string, now: () => Date): Cloudinary => {
  const { username: key, password: secret, hostname: cloud } = new URL(url);
  const call = async (action: 'upload' | 'destroy', name: string, bytes?: Buffer): Promise<void> => {
    const publicId = publicIdOf(name);
    const timestamp = String(Math.floor(now().getTime() / 1000));
    const signature = createHash('sha1').update(`public_id=${publicId}&timestamp=${timestamp}${secret}`).digest('hex');
    const form = new FormData();
    for (const [field, value] of Object.entries({ public_id: publicId, timestamp, api_key: key, signature })) form.set(field, value);
    if (bytes) form.set('file', new Blob([new Uint8Array(bytes)]));
    const response = await fetch(`${api}/v1_1/${cloud}/image/${action}`, {
      method: 'POST',
      body: form,
      signal: AbortSignal.timeout(30_000),
    }).catch(away);
    await response.body?.cancel();
    if (response.ok) return;
    const isBusy = response.status >= 500 || COMES_BACK.has(response.status);
    throw new StorageAway(`Cloudinary answered ${response.status}`, { trouble: isBusy ? 'away' : 'refused' });
  };
  const delivery = `https://res.cloudinary.com/${cloud}/image/upload`;
  return {
    upload: (name, bytes) => call('upload', name, bytes),
    remove: (name) => call('destroy', name),
    urlOf: (name, width) => `${delivery}/${width === undefined ? '' : `f_auto,q_auto,c_limit,w_${width}/`}${name}`,
    // The ending decides the format. By this quality, photos of 1,280 pixels have a few hundred kilobytes.
    jpegUrlOf: (name, side) => `${delivery}/c_limit,h_${side},q_auto:eco,w_${side}/${publicIdOf(name)}.jpg`,
  };
};
