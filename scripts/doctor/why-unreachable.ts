import { connect } from 'node:tls';
import { type CheckResult, wrong } from '../../apps/server/src/platform/checks/finding.ts';

/** Timeout of the doctor's requests, milliseconds. */
export const WITHIN_MS = 10_000;

const UNTRUSTED = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
/** Causes and remedies of connection errors, by error code of Node. */
const CAUSES: Readonly<Record<string, readonly [string, string]>> = {
  ECONNREFUSED: ['nothing listens there', 'start it, or correct the address'],
  ENOTFOUND: ['its name is not known', 'correct the name, or the DNS of this machine'],
  EAI_AGAIN: ['its name cannot be looked up now', 'look at the DNS of this machine'],
  EHOSTUNREACH: ['there is no way to it', 'look at the network and firewall of this machine'],
  ENETUNREACH: ['there is no way to it', 'look at the network and firewall of this machine'],
  ECONNRESET: ['it ended the connection', 'see its log, and whether a proxy stands between'],
  CERT_HAS_EXPIRED: ['its certificate has expired', 'renew the certificate there'],
  CERT_NOT_YET_VALID: ['its certificate is not valid yet', 'look at the clocks of both machines'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['its certificate is of another name', 'correct the address, or the certificate there'],
  UND_ERR_CONNECT_TIMEOUT: ['it does not answer in time', 'look at the network and firewall of this machine'],
  TIMEOUT: ['it does not answer in time', 'look at the network and firewall of this machine'],
};

/** Returns the underlying error. `fetch` wraps it, and a host with several addresses has one for each. */
const innermost = (error: unknown): unknown => {
  if (error instanceof AggregateError) return innermost(error.errors[0]);
  return error instanceof Error && error.cause !== undefined ? innermost(error.cause) : error;
};
const codeOf = (error: unknown): string => {
  if (error instanceof Error && error.name === 'TimeoutError') return 'TIMEOUT';
  return error instanceof Error && 'code' in error ? String(error.code) : '';
};

/** Returns why a request to an address failed, and what to do. `trust` is the setting with the file of an additional CA. */
const whyUnreachable = (address: string, error: unknown, trust: string): CheckResult => {
  const cause = innermost(error);
  const code = codeOf(cause);
  if (UNTRUSTED.has(code))
    return wrong(
      `${address}: its certificate is of an authority that this machine does not trust (${code})`,
      `set ${trust} to the file of that authority's certificate`,
    );
  const [says, todo] = CAUSES[code] ?? [
    cause instanceof Error ? cause.message : String(cause),
    'look at the address, and at the log of what answers there',
  ];
  return wrong(`${address}: ${says}${code && ` (${code})`}`, todo);
};

/** Fetches a JSON document. Returns a `CheckResult` with the problem on failure. */
export const askForJson = async (address: string): Promise<{ document: unknown } | CheckResult> => {
  try {
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(WITHIN_MS) });
    if (response.status !== 200)
      return wrong(
        `${address} answers ${response.status}`,
        response.status >= 500 ? 'see the log of what answers there' : 'correct the address: it leads elsewhere',
      );
    const text = await response.text();
    try {
      return { document: JSON.parse(text) as unknown };
    } catch {
      return wrong(`${address} answers something that is not JSON`, 'correct the address: it leads elsewhere');
    }
  } catch (error) {
    return whyUnreachable(address, error, 'NODE_EXTRA_CA_CERTS');
  }
};

/** Returns why a TLS connection to an address fails, or null if it succeeds. `ca` is trusted instead of the public authorities. */
export const whyNoTls = async (address: string, ca: string | undefined, trust: string): Promise<CheckResult | null> => {
  const { hostname, port } = new URL(address);
  const done = Promise.withResolvers<void>();
  const host = hostname.replaceAll(/[[\]]/g, '');
  const socket = connect({ host, port: Number(port || 443), ALPNProtocols: ['h2'], ...(ca && { ca }) });
  socket.setTimeout(WITHIN_MS, () => socket.destroy(Object.assign(new Error('no answer'), { code: 'TIMEOUT' })));
  socket.once('secureConnect', () => done.resolve());
  socket.on('error', done.reject);
  return done.promise
    .then(
      () => null,
      (error: unknown) => whyUnreachable(address, error, trust),
    )
    .finally(() => socket.destroy());
};
