import { readFileSync } from 'node:fs';
import http2 from 'node:http2';
import { fcmMessage } from '@endcap/contract/notifications';
import { readServiceAccount, signAssertion } from '../../apps/server/src/features/delivery/worker.ts';
import type { Loop } from './loop.ts';

const STREAMS = 100;

const post = (session: http2.ClientHttp2Session, path: string, headers: Record<string, string>, body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const stream = session.request({ ':method': 'POST', ':path': path, ...headers });
    let reply = '';
    stream.on('data', (chunk) => (reply += chunk));
    stream.on('end', () => resolve(reply));
    stream.on('error', reject);
    stream.end(body);
  });

/** Does nothing but send over HTTP/2: no database, no outcomes, no retries. The ceiling of the run. */
export const bareLoop: Loop = async ({ gateway, messages, parallel }) => {
  const account = readServiceAccount(gateway.credentialsFile);
  const clients = Array.from({ length: parallel }, () => http2.connect(gateway.url, { ca: readFileSync(gateway.caFile) }));
  const [first] = clients;
  if (!first) throw new Error('A loop needs a session');
  const form = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: await signAssertion(account, new Date()),
  });
  const { access_token }: { access_token: string } = JSON.parse(
    await post(first, '/token', { 'content-type': 'application/x-www-form-urlencoded' }, form.toString()),
  );
  const path = `/v1/projects/${account.project_id}/messages:send`;
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  const shared = JSON.stringify(
    fcmMessage(
      { notificationId: 'bare', title: 'Weekend', body: 'Owoce i warzywa', url: null, imageUrl: null, validUntil: '2099-01-01T00:00:00Z' },
      new Date(),
    ),
  ).slice(1);
  let next = 0;
  const [startedAt, used] = [performance.now(), process.cpuUsage()];
  await Promise.all(
    clients.flatMap((client) =>
      Array.from({ length: STREAMS }, async () => {
        for (let n = (next += 1); n <= messages; n = next += 1)
          await post(client, path, headers, `{"message":{"token":"bare-token-${n}",${shared}}`);
      }),
    ),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(used);
  for (const client of clients) client.close();
  return { perSecond: messages / seconds, microseconds: (user + system) / messages };
};
