import { fork } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { freePort } from '../src/platform/free-port.ts';

/** Starts a separate push gateway. Returns its settings for a worker, and its control URL. */
export const ownGateway = async () => {
  const folder = mkdtempSync(join(inject('folder'), 'gateway-'));
  const [identity, port, control] = [await freePort(), await freePort(), await freePort()];
  const process_ = fork('sandbox/src/main.ts', {
    // As the sandbox of all tests is started.
    execArgv: ['--stack-trace-limit=0'],
    stdio: 'ignore',
    env: {
      ...process.env,
      ENDCAP_SANDBOX_FOLDER: folder,
      ENDCAP_SANDBOX_IDENTITY_PORT: String(identity),
      ENDCAP_SANDBOX_GATEWAY_PORT: String(port),
      ENDCAP_SANDBOX_GATEWAY_CONTROL_PORT: String(control),
      ENDCAP_SANDBOX_PHONE_PORT: 'none',
    },
  });
  await new Promise((resolve) => process_.once('message', resolve));
  // It ends with this process, which does not wait for it.
  process_.unref();
  process_.channel?.unref();
  return {
    env: {
      ENDCAP_PUSH_ENDPOINT: `https://localhost:${port}`,
      ENDCAP_PUSH_CREDENTIALS_FILE: join(folder, 'push-service-account.json'),
      ENDCAP_PUSH_CA_FILE: join(folder, 'push-gateway.crt'),
    },
    controlUrl: `http://localhost:${control}`,
    stop: () => process_.kill(),
  };
};

let ofProcess: ReturnType<typeof ownGateway> | undefined;
/** Returns the push gateway of this test process, whose files run one after another. Each test configures its behaviour. */
export const gatewayOfProcess = (): ReturnType<typeof ownGateway> => (ofProcess ??= ownGateway());
