import { readFileSync } from 'node:fs';
import type { Config } from './config.ts';
import { type Certificate, readCertificate, type TlsAddress } from './platform/http/certificate.ts';

type Of = 'back-office' | 'app' | 'identity provider' | 'push service' | 'object store';

/** The https addresses of the settings: ours, and those that Endcap depends on. */
export const tlsAddresses = (config: Config): Partial<Record<Of, TlsAddress>> => {
  const { ENDCAP_PUSH_CA_FILE: file } = config;
  const all: Partial<Record<Of, TlsAddress>> = {
    'back-office': { url: config.ENDCAP_ADMIN_URL },
    app: { url: config.ENDCAP_APP_URL },
    'identity provider': { url: config.ENDCAP_OIDC_ISSUER },
    'push service': { url: config.ENDCAP_PUSH_ENDPOINT, ...(file !== undefined && { ca: readFileSync(file, 'utf8') }) },
    ...(config.ENDCAP_FILES_S3_BUCKET !== undefined && { 'object store': { url: config.ENDCAP_FILES_S3_ENDPOINT } }),
  };
  return Object.fromEntries(Object.entries(all).filter(([, { url }]) => url.startsWith('https:')));
};

/** Reads the certificates of some addresses. One that does not answer is left out. */
export const readCertificates = async (addresses: Readonly<Partial<Record<Of, TlsAddress>>>): Promise<Record<string, Certificate>> => {
  const read = Object.entries(addresses).map(async ([of, address]) => [of, await readCertificate(address)] as const);
  return Object.fromEntries((await Promise.allSettled(read)).flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
};
