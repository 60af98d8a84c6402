import { fork } from 'node:child_process';
import { join } from 'node:path';
import { withoutSettings } from '../launch/own-environment.ts';
import { freePort } from '../../apps/server/src/platform/free-port.ts';

export type Sandbox = {
  issuer: string;
  gatewayUrl: string;
  gatewayControlUrl: string;
  credentialsFile: string;
  caFile: string;
  stop: () => void;
};

/** Starts identity provider and push gateway without phones, on free ports, with their files in `folder`/sandbox. */
export const startSandbox = async (folder: string, isQuiet = false): Promise<Sandbox> => {
  const [identityPort, gatewayPort, controlPort] = [await freePort(), await freePort(), await freePort()];
  const child = fork('sandbox/src/main.ts', {
    execPath: process.execPath,
    // Node's HTTP/2 server creates an unused error for each answered stream. Its stack trace took a seventh of the gateway's time.
    execArgv: ['--stack-trace-limit=0'],
    stdio: ['ignore', 'ignore', isQuiet ? 'ignore' : 'inherit', 'ipc'],
    env: {
      ...withoutSettings(process.env),
      ENDCAP_SANDBOX_FOLDER: join(folder, 'sandbox'),
      ENDCAP_SANDBOX_IDENTITY_PORT: String(identityPort),
      ENDCAP_SANDBOX_GATEWAY_PORT: String(gatewayPort),
      ENDCAP_SANDBOX_GATEWAY_CONTROL_PORT: String(controlPort),
      ENDCAP_SANDBOX_PHONE_PORT: 'none',
    },
  });
  await new Promise<void>((resolve, reject) =>
    child.once('message', () => resolve()).once('exit', () => reject(new Error('The sandbox does not start'))),
  );
  return {
    issuer: `http://localhost:${identityPort}`,
    gatewayUrl: `https://localhost:${gatewayPort}`,
    gatewayControlUrl: `http://localhost:${controlPort}`,
    credentialsFile: join(folder, 'sandbox/push-service-account.json'),
    caFile: join(folder, 'sandbox/push-gateway.crt'),
    stop: () => child.kill(),
  };
};
