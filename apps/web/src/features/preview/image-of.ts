/** Enough for a card of the phone. */
const WIDTH = 640;

/** Where a picture of the preview is: a path of this server, asked for as large as a phone shows it. */
export const imageOf = (url: string | null): string | null => (url?.startsWith('/images/') ? `${url}?w=${WIDTH}` : url);
