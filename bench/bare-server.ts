// A bare node:http server that sends the bytes of a file, or by address those of several: the ceiling of what is measured. Arguments: file, headers as
// JSON, and a file of JSON with bytes in base64 by address.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { portOf } from '../apps/server/test/port-of.ts';

const [file = '', given = '{}', several] = process.argv.slice(2);
const one = readFileSync(file);
const read = (text: string): Map<string, Buffer> =>
  new Map(Object.entries(JSON.parse(text) as Record<string, string>).map(([url, bytes]) => [url, Buffer.from(bytes, 'base64')]));
const byAddress = several === undefined ? null : read(readFileSync(several, 'utf8'));
const headers = JSON.parse(given) as Record<string, string>;
const TAG = '"bare"';
const server = createServer((request, response) => {
  if (request.headers['if-none-match'] === TAG) {
    response.writeHead(304, { ...headers, etag: TAG }).end();
    return;
  }
  const bytes = byAddress?.get(request.url ?? '') ?? one;
  response.writeHead(200, { ...headers, 'content-length': bytes.length }).end(bytes);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: portOf(server) }));
