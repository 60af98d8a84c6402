// npm run -s token -- admin|staff-1|staff-2|no-store
const person = process.argv[2] ?? '';
const issuer = process.env['OIDC_ISSUER'] ?? 'http://localhost:3002';
const response = await fetch(`${issuer}/sandbox/token?person=${encodeURIComponent(person)}`).catch(() => null);
if (!response) {
  console.error(`The sandbox identity provider does not answer at ${issuer}: start it with npm start.`);
  process.exit(1);
}
const reply = (await response.json()) as { token?: string; error?: string };
if (!reply.token) {
  console.error(reply.error);
  process.exit(1);
}
console.log(reply.token);
