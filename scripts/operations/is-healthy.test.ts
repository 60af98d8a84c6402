import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { portOf } from '../../apps/server/test/port-of.ts';

/** Runs the health check. Returns its exit code and output. */
const isHealthy = async (probe: string, env: Record<string, string>): Promise<[number | null, string]> => {
  const child = spawn(process.execPath, ['deploy/is-healthy.mjs', probe], { env });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return [code, errors];
};

test('the health check calls the address of HOST, or the loopback address if HOST means all addresses', { tags: ['E-75'] }, async () => {
  const server = createServer((_, response) => response.end('{}'));
  onTestFinished(() => void server.close());
  // A second loopback address simulates a network address of the machine.
  server.listen(0, '127.0.0.2');
  await once(server, 'listening');
  const probe = `${portOf(server)}/readyz`;
  expect(await isHealthy(probe, { HOST: '127.0.0.2' })).toEqual([0, '']);
  const refused = (host: string) => [1, `http://${host}:${probe}: ECONNREFUSED\n`];
  for (const env of [{}, { HOST: '' }, { HOST: '0.0.0.0' }]) expect(await isHealthy(probe, env)).toEqual(refused('127.0.0.1'));
  expect((await isHealthy(probe, { HOST: '::' }))[1]).toContain(`http://[::1]:${probe}: `);
});

test('the guides for operators call a process at the address of HOST, not at the loopback address', { tags: ['E-75'] }, () => {
  const guides = globSync('{docs/operators,deploy}/**/*.md');
  expect(guides.length).toBeGreaterThan(20);
  const asking = (file: string): string[] =>
    readFileSync(file, 'utf8').match(/\w+:\/\/(127\.0\.0\.1|localhost):(3\d{3}|91\d\d)\/\S*/g) ?? [];
  expect(guides.flatMap((file) => asking(file).map((address) => `${file}: ${address}`))).toEqual([]);
});
