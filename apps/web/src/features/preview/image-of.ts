/** Image width in pixels, enough for a card of the phone. */
const WIDTH = 640;

/** Returns the URL of a preview image. Images of this server are requested at the width of a phone. */
export const imageOf = (url: string | null): string | null => (url?.startsWith('/images/') ? `${url}?w=${WIDTH}` : url);
