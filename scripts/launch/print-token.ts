// npm run -s token -- admin|staff-1|staff-2|no-store
import { launchSettings } from './settings.ts';

const person = process.argv[2] ?? '';
const { OIDC_ISSUER: issuer } = launchSettings(process.env).environment;
const response = await fetch(`${issuer}/sandbox/token?person=${encodeURIComponent(person)}`).catch(() => null);
if (!response) {
  console.error(`The sandbox identity provider does not answer at ${issuer}: start it with npm start.`);
  process.exit(1);
}
const reply: { token?: string; error?: string } = await response.json();
if (!reply.token) {
  console.error(reply.error);
  process.exit(1);
}
console.log(reply.token);
