import type { Push } from '../push-gateway/answers.ts';

/** FCM's Android client skips larger images, and reports that only in the phone's log. */
const IMAGE_MAX_BYTES = 1_048_576;
/** FCM documents these kinds for all platforms; animated GIFs work on iOS alone, and WebP depends on the version. */
const kinds: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/bmp']);
const DOWNLOAD_WITHIN_MS = 5_000;

/** Returns whether an Android phone shows the image of a push beside the text. The phone downloads it when the message arrives. */
export const isImageShown = async (url: string): Promise<boolean> => {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_WITHIN_MS) });
    const kind = answer.headers.get('content-type')?.split(';')[0] ?? '';
    if (!answer.ok || !answer.body || !kinds.has(kind)) return false;
    let bytes = 0;
    for await (const chunk of answer.body) {
      bytes += chunk.length;
      if (bytes > IMAGE_MAX_BYTES) return false;
    }
    return bytes > 0;
  } catch {
    return false;
  }
};

/** Returns a push as a phone shows it. The image is always loaded from the app API; the host in its address is ignored. */
export const shownPush = async (push: Push, appUrl: string): Promise<Push> => {
  if (push.image === null) return push;
  const isShown = URL.canParse(push.image) && (await isImageShown(`${appUrl}${new URL(push.image).pathname}`));
  return isShown ? push : { ...push, image: null };
};
