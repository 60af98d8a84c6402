import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';

/** Path of the product's font on the sandbox's own pages. */
export const FONT_PATH = '/sandbox/inter.woff2';

const fontFile = new URL('../../apps/web/src/app/font/inter.woff2', import.meta.url);

/** CSS rule that loads the product's font on a page of the sandbox. */
export const FONT_FACE = `@font-face{font-family:Inter;src:url('${FONT_PATH}') format('woff2');font-weight:300 700;font-display:swap}`;

/** Answers with the product's font itself. */
export const sendFont = async (response: ServerResponse): Promise<void> => {
  response.writeHead(200, { 'content-type': 'font/woff2', 'cache-control': 'max-age=86400' }).end(await readFile(fontFile));
};
