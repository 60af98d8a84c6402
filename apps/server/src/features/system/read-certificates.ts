import type { SystemHealth } from '@endcap/contract/system';
import type { Certificate, TlsAddress } from '../../platform/http/certificate.ts';

const DAY_MS = 86_400_000;
/** Certificates change once in weeks, and each reading is a handshake with other machines. */
const READ_EVERY_MS = 600_000;

type Lines = NonNullable<SystemHealth['certificates']>;
type Of = Lines['of'][number]['of'];
export type CertificateSource = {
  /** The https addresses of the settings. */
  addresses: () => Readonly<Partial<Record<Of, TlsAddress>>>;
  /** Their certificates, without those that do not answer. */
  read: (addresses: Readonly<Partial<Record<Of, TlsAddress>>>) => Promise<Record<string, Certificate>>;
};

/**
 * Caches the state of the certificates. No request waits for a TLS handshake: the first call starts a read and returns null, later calls
 * return the last result while a stale one is refreshed.
 */
export const cachedCertificates = ({ addresses, read }: CertificateSource, now: () => Date): (() => Lines | null) => {
  let cached: Lines | null = null;
  let reading: Promise<void> | null = null;
  const readAgain = async (): Promise<void> => {
    const all = addresses();
    const certificates = await read(all);
    const at = now();
    const lineOf = ([of, address]: [Of, TlsAddress]): Lines['of'][number] => {
      const certificate = certificates[of];
      return {
        of,
        address: new URL(address.url).origin,
        daysLeft: certificate ? Math.floor((certificate.expiresAt.getTime() - at.getTime()) / DAY_MS) : null,
        expiresAt: certificate?.expiresAt.toISOString() ?? null,
        problem: certificate?.problem ?? null,
      };
    };
    cached = { readAt: at.toISOString(), of: (Object.entries(all) as [Of, TlsAddress][]).map(lineOf) };
  };
  return () => {
    const isOld = cached === null || now().getTime() - Date.parse(cached.readAt) > READ_EVERY_MS;
    // If the read fails, the cache stays as it is and the next call retries.
    if (isOld)
      reading ??= readAgain()
        .catch(() => {})
        .finally(() => (reading = null));
    return cached;
  };
};
