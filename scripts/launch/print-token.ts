// node scripts/run.mjs scripts/launch/print-token.ts admin|staff-1|staff-2|no-store. `--help` prints the usage.
import { demoPeople } from '../../sandbox/src/seed/index.ts';
import { parseOrExit, failedWith } from './command.ts';
import { launchSettings } from './settings.ts';

const people = demoPeople.map(({ id }) => id);
const HELP = `node scripts/run.mjs scripts/launch/print-token.ts ${people.join('|')}

Prints a bearer token of a demo person, from the sandbox's identity provider that npm start brings.

--help  says this

Ends with 0; with 1 when the provider does not answer; with 2 when it was asked for something else.`;

const { person } = parseOrExit('token', HELP, (words) => {
  const [person = '', ...more] = words;
  return people.includes(person) && more.length === 0 ? { person } : `a person is one of ${people.join(', ')}`;
});
const token = async (): Promise<string> => {
  const { ENDCAP_OIDC_ISSUER: issuer } = launchSettings(process.env).environment;
  const response = await fetch(`${issuer}/sandbox/token?person=${encodeURIComponent(person)}`).catch(() => null);
  if (!response) throw new Error(`The sandbox identity provider does not answer at ${issuer}: start it with npm start.`);
  const reply: { token?: string; error?: string } = await response.json();
  if (!reply.token) throw new Error(reply.error ?? `There is no token of ${person}.`);
  return reply.token;
};
await token().then(console.log, (error: unknown) => (process.exitCode = failedWith('token', error)));
