// A bare node:http server that sends the bytes of a file: the ceiling of what is measured. Arguments: file, headers as JSON.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { portOf } from '../../apps/server/test/port-of.ts';

const [file = '', given = '{}'] = process.argv.slice(2);
const bytes = readFileSync(file);
const headers = JSON.parse(given) as Record<string, string>;
const TAG = '"bare"';
const server = createServer((request, response) => {
  if (request.headers['if-none-match'] === TAG) {
    response.writeHead(304, { ...headers, etag: TAG }).end();
    return;
  }
  response.writeHead(200, { ...headers, 'content-length': bytes.length }).end(bytes);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: portOf(server) }));
