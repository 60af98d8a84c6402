import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { tlsAddresses } from '../../apps/server/src/certificates.ts';
import type { Config } from '../../apps/server/src/config.ts';
import { type Certificate, readCertificate, type TlsAddress, trusted } from '../../apps/server/src/platform/http/certificate.ts';
import { type CheckResult, ok, wrong } from '../../apps/server/src/platform/checks/finding.ts';

const DAY_MS = 86_400_000;
const FEW_DAYS = 14;
const ANSWERS_WITHIN_MS = 10_000;

const UNTRUSTED = 'is signed by an authority that this machine does not trust, or comes without the certificates between';
const PROBLEMS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for other names',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
};
const RENEW = 'renew it, and let what serves it read it again (nginx: systemctl reload nginx)';
const REPAIR =
  'install a certificate of that name with its whole chain; for an authority of your own set NODE_EXTRA_CA_CERTS (ENDCAP_PUSH_CA_FILE for the push service)';

const daysLeft = ({ expiresAt }: Certificate, now: Date): number => Math.floor((expiresAt.getTime() - now.getTime()) / DAY_MS);
/** Why a certificate needs somebody, in words that follow its name; null when it does not. */
const faultOf = (certificate: Certificate, now: Date): CheckResult | null => {
  const { problem } = certificate;
  if (problem !== null) return wrong(PROBLEMS[problem] ?? `is refused (${problem})`, problem === 'CERT_HAS_EXPIRED' ? RENEW : REPAIR);
  const days = daysLeft(certificate, now);
  return days < FEW_DAYS ? wrong(`expires in ${days} days`, RENEW) : null;
};
const about = (url: string, { says, ...found }: CheckResult): CheckResult => ({ ...found, says: `the certificate of ${url} ${says}` });

type Answer = { status: number; body: Record<string, unknown> };
const parsed = (body: string): Record<string, unknown> => {
  try {
    return Object(JSON.parse(body)) as Record<string, unknown>;
  } catch {
    return {};
  }
};
const get = (path: string, address: TlsAddress): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const options = { ...trusted(address), agent: false, signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) };
    request(`${address.url}${path}`, options, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body: parsed(body) }), reject);
    })
      .on('error', reject)
      .end();
  });

const serversIn = ({ body }: Answer): unknown => (body['servers'] as { url?: unknown }[] | undefined)?.[0]?.url;

/**
 * Calls one of our two addresses as browsers and phones do: whether its certificate is taken, for how long, and whether the call arrives at the API that has this
 * address. `counts`: the API counts callers by address, so a proxy has to forward theirs.
 */
export const checkAddress = async ({ counts, now, ...address }: TlsAddress & { counts: boolean; now: Date }): Promise<CheckResult> => {
  const { url } = address;
  if (!url.startsWith('https:')) return ok(`${url} is plain http: there is no certificate`);
  const certificate = await readCertificate(address);
  const fault = faultOf(certificate, now);
  if (fault) return about(url, fault);
  const description = await get('/openapi.json', address);
  if (serversIn(description) !== url)
    return wrong(
      `${url} does not lead to the API of that address (${description.status}${serversIn(description) === undefined ? '' : `, ${serversIn(description)}`})`,
      'check where the name leads, and server_name and proxy_pass of the proxy (docs/operators/behind-a-proxy.md); an API that does not run is named by its own log',
    );
  const { body } = await get('/readyz', address);
  if (body['status'] === 'unavailable')
    return wrong(
      `${url} arrives at an API that is not ready: ${[body['missing']].flat().join(', ') || 'it does not say why'}`,
      'see what is missing in docs/operators/runbook.md, and in the log of that API',
    );
  if (counts && body['client'] !== 'forwarded')
    return wrong(
      `${url} arrives without the address of the caller: all phones count as one and share its limits`,
      "let the proxy set X-Forwarded-For, and name the proxy's address in ENDCAP_TRUSTED_PROXIES (docs/operators/behind-a-proxy.md)",
    );
  return ok(`${url} arrives here; its certificate is valid for ${daysLeft(certificate, now)} days`);
};

/** The certificates of what Endcap depends on. */
export const checkCertificates = async (config: Config, now: Date): Promise<CheckResult> => {
  const { 'back-office': _, app: __, ...others } = tlsAddresses(config);
  const read = await Promise.all(
    Object.entries(others).map(async ([of, address]) => {
      // Other checks cover whether the address is reachable.
      const certificate = await readCertificate(address).catch(() => null);
      return { of, url: address.url, certificate, fault: certificate && faultOf(certificate, now) };
    }),
  );
  const bad = read.find(({ fault }) => fault);
  if (bad?.fault) return about(`${bad.url} (${bad.of})`, bad.fault);
  const says = read.flatMap(({ of, certificate }) => (certificate ? `${of}: ${daysLeft(certificate, now)} days` : []));
  return ok(says.length === 0 ? 'nothing else is reached by https, or answers' : says.join(', '));
};
