import { isIP } from 'node:net';
import { connect, getCACertificates } from 'node:tls';

/** An address with TLS; `ca` is an authority (PEM) that is trusted for it beside those of this machine. */
export type TlsAddress = { url: string; ca?: string | undefined };
/** The certificate of an address. `problem` is the OpenSSL or Node code for why clients reject it; null if it is valid for the address. */
export type Certificate = { expiresAt: Date; problem: string | null };

const WITHIN_MS = 5_000;
const HTTPS_PORT = 443;

const wordOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message;
};

/** Returns the trusted authorities of an address as options of `tls.connect`. */
export const trusted = ({ ca }: TlsAddress): { ca?: string[] } => (ca === undefined ? {} : { ca: [ca, ...getCACertificates('default')] });

/** Reads the certificate that an https address presents, even one that clients reject. Rejects if the connection fails or times out. */
export const readCertificate = (address: TlsAddress): Promise<Certificate> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address.url);
    const host = hostname.replaceAll(/[[\]]/g, '');
    const socket = connect({
      ...trusted(address),
      host,
      port: Number(port || HTTPS_PORT),
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: false,
      timeout: WITHIN_MS,
    });
    socket.once('secureConnect', () => {
      const expiresAt = new Date(socket.getPeerCertificate().valid_to);
      resolve({ expiresAt, problem: socket.authorized ? null : wordOf(socket.authorizationError) });
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error(`no answer within ${WITHIN_MS / 1_000} s`)));
    socket.once('error', reject);
  });
