import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Config } from './config.ts';
import { ConfigurationError } from './configuration-error.ts';
import { followServiceAccount, openFcmGateway, type PushGateway } from './features/delivery/worker.ts';
import { whyUnreadable } from './platform/files/why-unreadable.ts';
import type { Context } from './context.ts';

/** Reads the file that a setting names. Throws a `ConfigurationError` if it is missing or unreadable, since a retry cannot help. */
const readSetting = <T>(config: Config, name: 'ENDCAP_PUSH_CREDENTIALS_FILE' | 'ENDCAP_PUSH_CA_FILE', read: (file: string) => T): T => {
  const file = config[name];
  if (file === undefined) throw new ConfigurationError([`${name} (missing)`]);
  try {
    return read(file);
  } catch (error) {
    throw new ConfigurationError([`${name} (${error instanceof Error ? error.message : 'not readable'})`]);
  }
};
const readCertificate = (file: string): string => {
  try {
    return new X509Certificate(readFileSync(file)).toString();
  } catch (error) {
    const isOfFile = error instanceof Error && 'syscall' in error;
    throw new Error(`${file}: ${isOfFile ? whyUnreadable(error) : 'the file holds no certificate'}`);
  }
};

/** The push service, by the settings. Throws when no credentials are configured. */
export const openPush = ({ config, log, now }: Pick<Context, 'config' | 'log' | 'now'>): PushGateway =>
  openFcmGateway({
    endpoint: config.ENDCAP_PUSH_ENDPOINT,
    account: readSetting(config, 'ENDCAP_PUSH_CREDENTIALS_FILE', (file) =>
      followServiceAccount(file, (why) => log.warn({ why }, 'the push key stays as it was')),
    ),
    ca: config.ENDCAP_PUSH_CA_FILE && readSetting(config, 'ENDCAP_PUSH_CA_FILE', readCertificate),
    sessions: config.ENDCAP_PUSH_SESSIONS,
    now,
  });
