// Writes docs/reference/schema.sql out of a database that this version's migrations made.
import { writeFileSync } from 'node:fs';
import pg from 'pg';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { throwAwayWorld } from '../test/throw-away-world.ts';
import { describeSchema } from './describe-schema.ts';

const { settings, close } = await throwAwayWorld({ name: 'schema', durable: false, isQuiet: true });
const url = settings['DATABASE_URL'] ?? '';
await migrate(url);
const client = new pg.Client({ connectionString: url });
await client.connect();
writeFileSync('docs/reference/schema.sql', await describeSchema((statement) => client.query(statement)));
await client.end();
await close();
