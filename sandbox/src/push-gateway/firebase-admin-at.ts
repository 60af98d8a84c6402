import { readFileSync } from 'node:fs';
import http2 from 'node:http2';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getMessaging, type Messaging } from 'firebase-admin/messaging';
import { importPKCS8, SignJWT } from 'jose';

const VENDOR = 'https://fcm.googleapis.com';
type Account = { project_id: string; client_email: string; private_key: string; token_uri: string };

const post = (origin: string, ca: Buffer, path: string, body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const session = http2.connect(origin, { ca });
    session.on('error', reject);
    const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/x-www-form-urlencoded' });
    let reply = '';
    stream.on('data', (chunk) => (reply += chunk));
    stream.on('end', () => {
      session.close();
      resolve(reply);
    });
    stream.end(body);
  });

/**
 * Connects the vendor's unmodified SDK to our gateway. The SDK's address cannot be configured, so `http2.connect` is patched to
 * redirect connections for the vendor to the gateway.
 */
export const firebaseAdminAt = (gateway: {
  url: string;
  credentialsFile: string;
  caFile: string;
}): { messaging: Messaging; close: () => Promise<void> } => {
  const account: Account = JSON.parse(readFileSync(gateway.credentialsFile, 'utf8'));
  const ca = readFileSync(gateway.caFile);
  const { connect } = http2;
  http2.connect = new Proxy(connect, {
    apply: (_connect, self, [authority, ...rest]) => {
      if (new URL(authority).origin !== VENDOR) return Reflect.apply(connect, self, [authority, ...rest]);
      const [options] = rest;
      const session = connect(gateway.url, { ...(typeof options === 'object' ? options : {}), ca });
      // The SDK sends `:scheme: https:`, which Google accepts and Node's server rejects as malformed.
      session.request = new Proxy(session.request, {
        apply: (request, _self, [headers, ...more]) => Reflect.apply(request, session, [{ ...headers, ':scheme': 'https' }, ...more]),
      });
      return session;
    },
  });

  const getAccessToken = async (): Promise<{ access_token: string; expires_in: number }> => {
    const assertion = await new SignJWT({ scope: 'https://www.googleapis.com/auth/firebase.messaging' })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(account.client_email)
      .setAudience(account.token_uri)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(await importPKCS8(account.private_key, 'RS256'));
    const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
    return JSON.parse(await post(gateway.url, ca, '/token', form.toString()));
  };
  const app = initializeApp({ credential: { getAccessToken }, projectId: account.project_id }, `sandbox-${Math.random()}`);
  return {
    messaging: getMessaging(app),
    close: async () => {
      http2.connect = connect;
      await deleteApp(app);
    },
  };
};
