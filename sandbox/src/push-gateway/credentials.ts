import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';

export type GatewayFiles = { credentials: string; certificate: string; certificateKey: string };
export const PROJECT = 'endcap-sandbox';
const CLIENT_EMAIL = `push@${PROJECT}.iam.example`;

/** Makes, once, what a chain gets from Google: a service account key, here for our own gateway with its own certificate. */
export const gatewayFiles = async (folder: string, gatewayUrl: string): Promise<GatewayFiles> => {
  const files = {
    credentials: join(folder, 'push-service-account.json'),
    certificate: join(folder, 'push-gateway.crt'),
    certificateKey: join(folder, 'push-gateway.key'),
  };
  mkdirSync(folder, { recursive: true });
  if (!existsSync(files.certificate)) {
    const made = await generate([{ name: 'commonName', value: 'localhost' }], {
      keySize: 2048,
      notAfterDate: new Date(Date.now() + 10 * 365 * 86_400_000),
      extensions: [
        {
          name: 'subjectAltName',
          altNames: [
            { type: 2, value: 'localhost' },
            { type: 7, ip: '127.0.0.1' },
          ],
        },
      ],
    });
    writeFileSync(files.certificateKey, made.private, { mode: 0o600 });
    writeFileSync(files.certificate, made.cert);
  }
  const existing = existsSync(files.credentials) ? JSON.parse(readFileSync(files.credentials, 'utf8')) : null;
  if (existing?.token_uri !== `${gatewayUrl}/token`) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const account = {
      type: 'service_account',
      project_id: PROJECT,
      private_key_id: 'sandbox-1',
      private_key: existing?.private_key ?? privateKey.export({ type: 'pkcs8', format: 'pem' }),
      client_email: CLIENT_EMAIL,
      token_uri: `${gatewayUrl}/token`,
    };
    writeFileSync(files.credentials, JSON.stringify(account, null, 2), { mode: 0o600 });
  }
  return files;
};

export const publicKeyOf = (credentialsFile: string) => {
  const account: { private_key: string } = JSON.parse(readFileSync(credentialsFile, 'utf8'));
  return createPublicKey(account.private_key);
};
