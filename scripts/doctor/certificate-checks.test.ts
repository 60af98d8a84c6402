import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../apps/server/src/config.ts';
import { portOf } from '../../apps/server/test/port-of.ts';
import { certifyFor } from '../operations/tls-provider.ts';
import { checkAddress, checkCertificates } from './certificate-checks.ts';

const folder = mkdtempSync(join(tmpdir(), 'endcap-certificates-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Served = { name?: string; days?: number; answer?: (request: IncomingMessage, url: string) => unknown };
const asEndcap =
  (client: string) =>
  ({ url: path }: IncomingMessage, url: string): unknown =>
    path === '/readyz' ? { status: 'ready', client } : { servers: [{ url }] };

let made = 0;
/** Starts an https server with a certificate for a name, valid for `days`. Returns its address and the certificate to trust. */
const serve = async ({ name = 'localhost', days = 90, answer = asEndcap('forwarded') }: Served = {}): Promise<{
  url: string;
  ca: string;
}> => {
  const { key, certificate } = certifyFor({ folder, name: `c${(made += 1)}`, names: [name], days });
  const [own, ca] = [readFileSync(key), readFileSync(certificate, 'utf8')];
  let url = '';
  const server = createServer({ key: own, cert: ca }, (request, response) => {
    const body = answer(request, url);
    response.writeHead(body === undefined ? 502 : 200).end(JSON.stringify(body));
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, resolve));
  url = `https://localhost:${portOf(server)}`;
  return { url, ca };
};
const asked = (address: { url: string; ca?: string }, counts = true) => checkAddress({ ...address, counts, now: new Date() });

describe('an address that staff or phones use', { tags: ['E-74'] }, () => {
  test('is ok with a trusted certificate, if the proxy forwards the address of the caller', async () => {
    expect(await asked(await serve())).toEqual({
      state: 'ok',
      says: expect.stringMatching(/arrives here; its certificate is valid for 89 days$/),
    });
    expect(await asked(await serve({ answer: asEndcap('direct') }), false)).toMatchObject({ state: 'ok' });
    expect(await asked({ url: 'http://localhost:1' })).toMatchObject({ state: 'ok' });
  });
  test.each([
    ['expired', { days: -1 }, /^the certificate of https:\S+ has expired$/],
    ['ends within two weeks', { days: 5 }, /expires in 4 days$/],
    ['is for another name', { name: 'elsewhere.example' }, /is for other names$/],
  ] as const)('is wrong when its certificate %s', async (_, served, says) => {
    expect(await asked(await serve(served))).toMatchObject({ state: 'wrong', says: expect.stringMatching(says) });
  });
  test('is wrong while its API is not ready, and the finding names the missing parts', { tags: ['E-73'] }, async () => {
    const answer = ({ url: path }: IncomingMessage, url: string): unknown =>
      path === '/readyz'
        ? { status: 'unavailable', missing: ['latest database server', 'feed'], client: 'forwarded' }
        : { servers: [{ url }] };
    expect(await asked(await serve({ answer }))).toMatchObject({
      state: 'wrong',
      says: expect.stringMatching(/is not ready: latest database server, feed$/),
    });
  });
  test('is wrong when its certificate is not trusted', async () => {
    const { url } = await serve();
    expect(await asked({ url })).toMatchObject({ state: 'wrong', says: expect.stringContaining('does not trust') });
  });
  test('is wrong when it leads to another API, or to none', async () => {
    const other = await serve({ answer: () => ({ servers: [{ url: 'https://elsewhere.example' }] }) });
    expect(await asked(other)).toMatchObject({
      state: 'wrong',
      says: expect.stringMatching(/does not lead to .+ \(200, https:\/\/elsewhere\.example\)$/),
    });
    expect(await asked(await serve({ answer: () => undefined }))).toMatchObject({ state: 'wrong', says: expect.stringContaining('(502)') });
  });
  test('is wrong when the proxy does not forward the address of the caller', async () => {
    expect(await asked(await serve({ answer: asEndcap('direct') }))).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('all phones count as one'),
    });
  });
});

test('checks the certificate of the push service with the CA of the settings', { tags: ['E-74'] }, async () => {
  const [good, bad] = [await serve(), await serve({ days: 3 })];
  const at = (push: { url: string; ca: string }, ca = push.ca) => {
    const file = join(folder, 'push-ca.pem');
    writeFileSync(file, ca);
    return checkCertificates(
      readConfig({
        DATABASE_URL: 'postgres://127.0.0.1/none',
        ENDCAP_OIDC_ISSUER: 'http://127.0.0.1:1',
        ENDCAP_OIDC_CLIENT_ID: 'c',
        ENDCAP_OIDC_AUDIENCE: 'a',
        ENDCAP_PUSH_ENDPOINT: push.url,
        ENDCAP_PUSH_CA_FILE: file,
      }),
      new Date(),
    );
  };
  expect(await at(good)).toEqual({ state: 'ok', says: 'push service: 89 days' });
  expect(await at(bad)).toMatchObject({ state: 'wrong', says: expect.stringMatching(/\(push service\) expires in 2 days$/) });
  expect(await at(good, bad.ca)).toMatchObject({
    state: 'wrong',
    says: expect.stringContaining('(push service) is signed by an authority'),
  });
});
