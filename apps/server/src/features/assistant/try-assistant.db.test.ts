import { assistantRoutes } from '@endcap/contract/assistant';
import { knowledgeRoutes } from '@endcap/contract/knowledge';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { KNOWS_NOTHING } from './assistant.ts';

let world: FreshWorld;
let admin: string;
let bread: string;
let expired: string;
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
  bread = await know('Pieczywo', 'Godziny wypieku pieczywa', 'Pieczywo wypiekamy od 6 rano.');
  expired = await know('Stare choinki', 'Sprzedaż choinek świątecznych', 'Choinki od 1 grudnia.', { validityEnd: '2021-01-01' });
  await know('Karta', 'Karta lojalnościowa i punkty', 'Punkty nalicza kasa.');
});
afterAll(() => world.close());

const know = async (name: string, description: string, content: string, facts = {}): Promise<string> => {
  const { status, body } = await world.staff(knowledgeRoutes.create, { token: admin, body: { name, description, content, ...facts } });
  expect(status, JSON.stringify(body)).toBe(201);
  return body._id;
};
const ask = (body: object) => world.staff('POST /api/v1/assistant/try', { token: admin, body });
const answer = async (question: string, item: { id?: string; name: string; description: string; content: string } | null = null) => {
  const { status, body } = await world.staff(assistantRoutes.try, { token: admin, body: { question, item } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
/** All rows that saving an item could change. */
const written = async () => {
  const [knowledge, change, history, threads, entries] = await Promise.all([
    world.db.selectFrom('knowledge').selectAll().orderBy('id').execute(),
    world.db.selectFrom('knowledgeChange').selectAll().execute(),
    world.db.selectFrom('history').selectAll().orderBy('seq').execute(),
    world.db.selectFrom('thread').selectAll().execute(),
    world.db.selectFrom('searchEntry').selectAll().orderBy('id').execute(),
  ]);
  return { knowledge, change, history, threads, entries };
};

describe('trying the assistant', { tags: ['APP-12', 'A-64'] }, () => {
  test('answers from saved items and lists the items found, or gives the fallback text when none is found', async () => {
    expect(await answer('O której wypiekacie pieczywo?')).toEqual({
      text: 'Pieczywo wypiekamy od 6 rano.',
      unanswered: false,
      items: [{ id: bread, name: 'Pieczywo', share: expect.any(Number), used: true }],
    });
    expect(await answer('Ile kosztuje lot na Księżyc?')).toEqual({ text: KNOWS_NOTHING, unanswered: true, items: [] });
    const { items } = await answer('pieczywo na kartę');
    expect(items.map(({ used }) => used)).toEqual([true, false]);
    for (const { share } of items) expect(share).toBeLessThanOrEqual(1);
  });

  test('uses an unsaved new or edited item as if it were saved, without storing anything', async () => {
    const before = await written();
    const flight = { name: 'Loty', description: 'Loty na Księżyc i ich ceny', content: 'Lot na Księżyc kosztuje 5 zł.' };
    expect(await answer('Ile kosztuje lot na Księżyc?', flight)).toEqual({
      text: 'Lot na Księżyc kosztuje 5 zł.',
      unanswered: false,
      items: [{ id: null, name: 'Loty', share: expect.any(Number), used: true }],
    });
    const other = { id: bread, name: 'Bułki', description: 'Godziny wypieku bułek', content: 'Bułki od 7 rano.' };
    expect(await answer('O której wypiekacie bułki?', other)).toMatchObject({
      text: 'Bułki od 7 rano.',
      items: [{ id: bread, name: 'Bułki' }],
    });
    expect((await answer('pieczywo', other)).items).toEqual([]);
    expect(await written()).toEqual(before);
  });

  test('ignores an expired unsaved item', async () => {
    const item = { id: expired, name: 'Choinki', description: 'Sprzedaż choinek', content: 'Choinki są.' };
    expect(await answer('Czy macie choinki?', item)).toEqual({ text: KNOWS_NOTHING, unanswered: true, items: [] });
  });

  test.each([
    [{ question: '' }, { question: ['required'] }],
    [{ question: 'x'.repeat(2_001) }, { question: ['tooLong'] }],
    [
      { question: 'x', item: { name: '', description: ' ', content: 'x' } },
      { 'item.name': ['required'], 'item.description': ['required'] },
    ],
    [{ question: 'x', item: { id: 'nosuch', name: 'x', description: 'x', content: 'x' } }, { 'item.id': ['unknown'] }],
  ])('%j is refused', { tags: ['SEC-02'] }, async (body, fields) => {
    expect(await ask(body)).toMatchObject({ status: 422, body: { error: { code: 'invalid', fields } } });
  });
});
