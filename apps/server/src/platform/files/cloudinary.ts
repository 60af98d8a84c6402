import { createHash } from 'node:crypto';

export type Cloudinary = { cloud: string; upload: (publicId: string, bytes: Buffer) => Promise<void>; urlOf: (name: string) => string };

/** Cloudinary by its signed upload API. `url` is `cloudinary://key:secret@cloud`; throws when an upload is refused. */
export const connectCloudinary = (url: string, api: string, now: () => Date): Cloudinary => {
  const { username: key, password: secret, hostname: cloud } = new URL(url);
  return {
    cloud,
    async upload(publicId, bytes) {
      const timestamp = String(Math.floor(now().getTime() / 1000));
      const signature = createHash('sha1').update(`public_id=${publicId}&timestamp=${timestamp}${secret}`).digest('hex');
      const form = new FormData();
      for (const [name, value] of Object.entries({ public_id: publicId, timestamp, api_key: key, signature })) form.set(name, value);
      form.set('file', new Blob([new Uint8Array(bytes)]));
      const response = await fetch(`${api}/v1_1/${cloud}/image/upload`, {
        method: 'POST',
        body: form,
        signal: AbortSignal.timeout(30_000),
      });
      if (!response.ok) throw new Error(`Cloudinary answered ${response.status}`);
    },
    urlOf: (name) => `https://res.cloudinary.com/${cloud}/image/upload/${name}`,
  };
};
