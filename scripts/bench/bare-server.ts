// A bare node:http server that sends the bytes of a file: the ceiling of the feed bench. Arguments: file, content encoding.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { portOf } from '../../apps/server/test/port-of.ts';

const [file = '', encoding = 'identity'] = process.argv.slice(2);
const bytes = readFileSync(file);
const TAG = '"bare"';
const server = createServer((request, response) => {
  if (request.headers['if-none-match'] === TAG) {
    response.writeHead(304, { etag: TAG }).end();
    return;
  }
  response
    .writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-encoding': encoding,
      'content-length': bytes.length,
      etag: TAG,
    })
    .end(bytes);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: portOf(server) }));
