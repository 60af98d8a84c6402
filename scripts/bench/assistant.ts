import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connectDatabase } from '../../apps/server/src/world.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { localAssistant, lookUp } from '../../apps/server/src/features/assistant/index.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { demoKnowledge, questionBank } from '../../sandbox/src/seed/index.ts';
import { ensureDatabase, startCluster } from '../postgres/cluster.ts';
import { startProduct } from '../test/running-product.ts';
import { nth, rounded } from './statistics.ts';
import { tokenOf } from '../test/token-of.ts';

const ITEMS = 1_000;
const THREADS = 50_000;
const MESSAGES = 20;
const CALLS = 100;

// Subjects that no question of the bank is about, so that the rest of a large chain's knowledge stands in the way.
const fill = (client: pg.Client, items: number): Promise<unknown> =>
  client.query(
    `insert into knowledge (id, name, description, content)
     select 'bench' || n, 'Produkt ' || n, (array['Sposób przechowywania', 'Pochodzenie', 'Wartości odżywcze', 'Przepis'])[1 + n % 4] || ': ' ||
         (array['ser', 'mąka', 'ryż', 'makaron', 'miód', 'oliwa', 'śledź', 'twaróg', 'kasza', 'dżem'])[1 + n % 10] || ' ' || n,
       repeat('Produkt sprzedajemy w sklepach sieci. Informacje podaje dostawca. ', 20) from generate_series(1, $1::int) n`,
    [items],
  );

const fillThreads = async (client: pg.Client): Promise<void> => {
  await client.query(
    `insert into thread (id, thread_id, created_at, has_user_message) select 'b' || n, 'thread_' || md5(n::text), now() - make_interval(secs => n), true from generate_series(1, $1::int) n`,
    [THREADS],
  );
  await client.query(
    `insert into thread_message (thread, role, content, created_at)
     select 'b' || n, case when m % 2 = 1 then 'user' else 'assistant' end,
       jsonb_build_array(jsonb_build_object('type', 'text', 'text', jsonb_build_object('value', 'Pytanie ' || m, 'annotations', '[]'::jsonb))), now()
     from generate_series(1, $1::int) n, generate_series(1, $2::int) m`,
    [THREADS, MESSAGES],
  );
  await client.query('vacuum analyze');
};

/** Milliseconds of the 95th of a hundred pages of threads, by what is asked. */
const threadFigures = async (folder: string): Promise<Record<string, number>> => {
  mkdirSync(folder);
  const product = await startProduct({ folder, env: { ENDCAP_SEED_DEVICES: '100' } });
  try {
    const { url } = await startCluster({ folder, durable: true });
    const client = new pg.Client({ connectionString: url('endcap') });
    client.on('error', () => {});
    await client.connect();
    await fillThreads(client);
    await client.end();
    const token = await tokenOf(product.issuer, 'admin');
    const figures: Record<string, number> = {};
    for (const [name, query] of Object.entries({
      newestFirst: (n: number) => `filterUserMessages=true&page=${1 + n}`,
      oldestFirst: (n: number) => `filterUserMessages=true&sortField=created_at&page=${1 + n * 40}`,
      byFragment: (n: number) => `filterUserMessages=false&threadId=${(n * 7919).toString(16).padStart(4, 'a').slice(0, 4)}`,
    })) {
      const times: number[] = [];
      for (let n = 0; n < CALLS; n += 1) {
        const startedAt = performance.now();
        const answer = await fetch(`${product.adminUrl}/api/v1/assistant/threads?pageSize=10&${query(n)}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        if (!answer.ok) throw new Error(await answer.text());
        await answer.text();
        times.push(performance.now() - startedAt);
      }
      figures[`${name}P95`] = rounded(nth(times, 0.95));
    }
    return figures;
  } finally {
    await product.stop();
  }
};

/**
 * The share of Polish questions that the local assistant answers from the right item, among 1,000; how many answers came from items that
 * are not valid; milliseconds of an answer; and of the lists over 50,000 threads with 1,000,000 messages.
 */
export const benchAssistant = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-bench-'));
  chmodSync(folder, 0o755);
  const cluster = await startCluster({ folder: join(folder, 'questions'), durable: false });
  try {
    await ensureDatabase(cluster, 'bench');
    const config = readConfig({
      DATABASE_URL: cluster.url('bench'),
      ENDCAP_OIDC_ISSUER: 'http://localhost',
      ENDCAP_OIDC_CLIENT_ID: 'b',
      ENDCAP_OIDC_AUDIENCE: 'b',
      LOG_LEVEL: 'silent',
    });
    const now = new Date();
    const db = connectDatabase({ config, log: createLog('silent', 'bench'), now: () => now });
    await migrate(cluster.url('bench'));
    const client = new pg.Client({ connectionString: cluster.url('bench') });
    await client.connect();
    const items = demoKnowledge(now.getTime());
    const invalid = new Set<string>();
    for (const { name, description, content, validityStart = null, validityEnd = null } of items) {
      await client.query(
        `insert into knowledge (id, name, description, content, validity_start, validity_end) values ($1, $1, $2, $3, $4, $5)`,
        [name, description, content, validityStart, validityEnd],
      );
      if ((validityEnd && new Date(validityEnd) < now) || (validityStart && new Date(validityStart) > now)) invalid.add(name);
    }
    await fill(client, ITEMS - items.length);
    await client.query('vacuum analyze');
    await client.end();
    const times: number[] = [];
    const wrong: string[] = [];
    let fromInvalid = 0;
    for (const { question, item: wanted } of questionBank) {
      const startedAt = performance.now();
      const { knowledgeIds } = await localAssistant(question, await lookUp(db, question, now));
      times.push(performance.now() - startedAt);
      if (knowledgeIds.some((id) => invalid.has(id))) fromInvalid += 1;
      if ((knowledgeIds[0] ?? null) !== wanted) wrong.push(`${question} → ${knowledgeIds[0] ?? '–'} (${wanted ?? '–'})`);
    }
    await db.destroy();
    await cluster.stop();
    return {
      bench: 'assistant',
      questions: questionBank.length,
      items: ITEMS,
      rightShare: rounded(1 - wrong.length / questionBank.length),
      fromInvalidItems: fromInvalid,
      wrong,
      answerP95Milliseconds: rounded(nth(times, 0.95)),
      threads: THREADS,
      messages: THREADS * MESSAGES,
      listMilliseconds: await threadFigures(join(folder, 'threads')),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
