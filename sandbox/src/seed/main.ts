// node scripts/run.mjs sandbox/src/seed/main.ts, with DATABASE_URL and optionally ENDCAP_SEED_DEVICES
import { seed } from './seed.ts';

const databaseUrl = process.env['DATABASE_URL'];
if (!databaseUrl) {
  console.error('Configuration: DATABASE_URL (missing)');
  process.exit(78);
}
const done = await seed({ databaseUrl, devices: Number(process.env['ENDCAP_SEED_DEVICES'] ?? 12_000) });
console.log(done ? 'The demo chain is in place.' : 'The database has stores already: nothing was changed.');
