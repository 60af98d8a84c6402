// Upper bound for the lists bench: node:http, pg and one prepared statement per call. No sign-in, totals or rules. Argument: database URL.
// `/quiet` responds once no statement is running, because statements of disconnected clients use a processor until they finish.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { bareStatement } from './bare-statements.ts';

const pool = new pg.Pool({
  connectionString: process.argv[2],
  max: 10,
  options: '-c work_mem=32MB -c random_page_cost=1.1 -c TimeZone=UTC',
});
const LOOK_EVERY_MS = 10;
const names = new Map<string, string>();
const nameOf = (text: string): string => {
  const name = names.get(text) ?? `bare${names.size}`;
  names.set(text, name);
  return name;
};
const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://bare');
  if (pathname === '/quiet') {
    while (pool.waitingCount > 0 || pool.idleCount < pool.totalCount) await sleep(LOOK_EVERY_MS);
    response.writeHead(204).end();
    return;
  }
  const { text, values } = bareStatement(
    pathname
      .replace(/\/list$/, '')
      .split('/')
      .at(-1) ?? '',
    Object.fromEntries(searchParams),
  );
  const { rows } = await pool.query({ name: nameOf(text), text, values });
  const body = Buffer.from(JSON.stringify({ items: rows }));
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }).end(body);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
