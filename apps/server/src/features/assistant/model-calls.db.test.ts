import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { assistantRoutes } from '@endcap/contract/assistant';
import { knowledgeRoutes } from '@endcap/contract/knowledge';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callerOf } from '../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { portOf } from '../../../test/port-of.ts';
import { buildAdminApi } from '../../compose-admin-api.ts';
import { createMetrics } from '../../platform/metrics/metrics.ts';

const QUESTION = 'Zwrot towaru?';
const QUOTE = 'Towar można zwrócić w ciągu 14 dni.';
const PHRASED = 'Tak, do 14 dni.';

let world: FreshWorld;
let admin: string;
let model: Server;
let calls: number;
/** True: the model's answers wait until the test releases them. */
let isHeld: boolean;
let held: (() => void)[];
let status: number;
beforeAll(async () => {
  model = createServer((request, response) => {
    calls += 1;
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { messages } = JSON.parse(String(Buffer.concat(parts))) as { messages: { content: string }[] };
      const { items } = JSON.parse(messages[1]?.content ?? '') as { items: { id: string }[] };
      const content = JSON.stringify({ answer: PHRASED, used: [items[0]?.id] });
      const answer = () =>
        void response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify({ choices: [{ message: { content } }] }));
      if (isHeld) held.push(answer);
      else answer();
    });
  }).listen(0, '127.0.0.1');
  await once(model, 'listening');
  world = await freshWorld({
    ENDCAP_ASSISTANT_BASE_URL: `http://127.0.0.1:${portOf(model)}/v1`,
    ENDCAP_ASSISTANT_MODEL_CALLS: '2',
    ENDCAP_ASSISTANT_MODEL_BUDGET: '4',
  });
  admin = await world.tokenOf('admin');
  const item = { name: 'Zwroty', description: 'Zwroty i reklamacje towarów', content: QUOTE };
  expect((await world.staff(knowledgeRoutes.create, { token: admin, body: item })).status).toBe(201);
});
afterAll(async () => {
  await world.close();
  model.closeAllConnections();
  model.close();
});
beforeEach(async () => {
  [calls, isHeld, held, status] = [0, false, [], 200];
  await world.db.deleteFrom('assistantModelDay').execute();
});

const askAt = (staff: FreshWorld['staff']) => async (): Promise<string> =>
  (await staff(assistantRoutes.try, { token: admin, body: { question: QUESTION } })).body.text;

describe('limits of the calls to the model', { tags: ['E-40', 'A-65'] }, () => {
  test('answers with the quote at once while the maximum of concurrent model calls is running', async () => {
    const ask = askAt(world.staff);
    isHeld = true;
    const waiting = [ask(), ask()];
    await expect.poll(() => held.length).toBe(2);
    expect([await ask(), await ask()]).toEqual([QUOTE, QUOTE]);
    for (const release of held) release();
    expect(await Promise.all(waiting)).toEqual([PHRASED, PHRASED]);
    isHeld = false;
    expect([await ask(), calls]).toEqual([PHRASED, 3]);
  });

  test('all processes share the daily call budget, answer with the quote once it is spent, and reset it the next day', async () => {
    const another = await buildAdminApi(world.world, world.db);
    const asks = [askAt(world.staff), askAt(callerOf(another))];
    const answers: string[] = [];
    for (let n = 0; n < 6; n += 1) answers.push((await asks[n % 2]?.()) ?? '');
    expect(answers).toEqual([...Array(4).fill(PHRASED), QUOTE, QUOTE]);
    expect(calls).toBe(4);
    await sql`update assistant_model_day set day = day - 1`.execute(world.db);
    expect([await asks[0]?.(), calls]).toEqual([PHRASED, 5]);
    await another.close();
  });

  test('makes no call for a question without a matching item', async () => {
    const { body } = await world.staff(assistantRoutes.try, { token: admin, body: { question: 'Lot na Księżyc?' } });
    expect([body.unanswered, calls, await world.db.selectFrom('assistantModelDay').selectAll().execute()]).toEqual([true, 0, []]);
  });

  test('metrics count the outcomes of questions to the model, and the calls of the day', { tags: ['OPS-01'] }, async () => {
    const metrics = createMetrics('admin-api');
    const api = await buildAdminApi({ ...world.world, metrics }, world.db);
    const ask = askAt(callerOf(api));
    status = 500;
    expect(await ask()).toBe(QUOTE);
    status = 200;
    for (let n = 0; n < 4; n += 1) await ask();
    const text = await metrics.text();
    const valueOf = (name: string, label = ''): string | undefined =>
      text
        .split('\n')
        .find((line) => line.startsWith(`${name}{`) && line.includes(label))
        ?.split(' ')
        .at(-1);
    const outcomes = ['answered', 'failed', 'busy', 'overBudget'];
    expect(outcomes.map((outcome) => valueOf('endcap_assistant_model_questions_total', `"${outcome}"`))).toEqual(['3', '1', '0', '1']);
    expect(valueOf('endcap_assistant_model_calls_today')).toBe('4');
    await api.close();
  });
});
