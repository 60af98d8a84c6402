// The outside world of `npm start` and of the tests: sign-in, push service and phones, each a real server.
import { startIdentityProvider } from './identity-provider/identity-provider.ts';
import { startFleet } from './phones/fleet.ts';
import { startPhoneServer } from './phones/phone-server.ts';
import { gatewayFiles } from './push-gateway/credentials.ts';
import { startPushGateway } from './push-gateway/push-gateway.ts';
import { sandboxSettings } from './sandbox-settings.ts';

const settings = sandboxSettings(process.env);

const start = async (): Promise<void> => {
  const gatewayUrl = `https://localhost:${settings.gatewayPort}`;
  const files = await gatewayFiles(settings.folder, gatewayUrl);
  await startIdentityProvider({ ...settings.identity, port: settings.identityPort });
  const phone =
    settings.phonePort === null
      ? null
      : await startPhoneServer({
          port: settings.phonePort,
          appUrl: settings.appUrl,
          adminUrl: settings.identity.webOrigins[0] ?? '/',
          testerCode: settings.testerCode,
          appScheme: settings.appScheme,
        });
  const fleet = settings.phonePort === null ? null : startFleet(settings.appUrl);
  await startPushGateway({
    port: settings.gatewayPort,
    controlPort: settings.gatewayControlPort,
    files,
    tokenUri: `${gatewayUrl}/token`,
    onPush: (push) => {
      phone?.receive(push);
      fleet?.receive(push);
    },
  });
  process.send?.({ ready: 'sandbox', files });
};

process.once('disconnect', () => process.exit(0));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
start().catch((error: Error) => {
  process.stderr.write(`sandbox: ${error.message}\n`);
  process.exit(1);
});
