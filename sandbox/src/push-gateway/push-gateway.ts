import type http from 'node:http';
import type http2 from 'node:http2';
import { createAnswers, type Push } from './answers.ts';
import { startControl } from './control.ts';
import { type GatewayFiles, publicKeyOf } from './credentials.ts';
import { wellBehaved } from './faults.ts';
import { createLedger } from './ledger.ts';
import { serveStreams } from './streams.ts';
import { createTokens } from './tokens.ts';

type GatewayOptions = { port: number; controlPort: number; files: GatewayFiles; tokenUri: string; onPush?: (push: Push) => void };

const listening = (server: http.Server | http2.Http2SecureServer, port: number): Promise<void> =>
  new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));

/** Simulates a push service: implements FCM HTTP v1 over TLS HTTP/2, records every send, and injects faults on request. */
export const startPushGateway = async ({
  port,
  controlPort,
  files,
  tokenUri,
  onPush,
}: GatewayOptions): Promise<{ close: () => Promise<void> }> => {
  const tokens = createTokens(publicKeyOf(files.credentials), tokenUri);
  const ledger = createLedger();
  let current = wellBehaved();
  const behaviour = () => current;
  const streams = serveStreams({ files, behaviour, answer: createAnswers({ ledger, tokens, behaviour, onPush }) });
  const control = startControl({
    ledger,
    behaviour,
    behave: (wanted) => {
      current = { ...wellBehaved(), ...wanted, token: { ...wellBehaved().token, ...wanted.token } };
      streams.limitStreams(current.maxStreams);
      return current;
    },
    withdrawTokens: tokens.withdraw,
    takeIssued: tokens.takeIssued,
  });
  await listening(streams.gateway, port);
  await listening(control, controlPort);
  return {
    close: async () => {
      streams.close();
      control.close();
    },
  };
};
