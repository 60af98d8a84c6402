import { contentViewRoutes, type ContentFilters, VIEWS_MOST } from '@endcap/contract/content';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { problemIn } from '../../../test/caller.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';

let world: FreshWorld;
let anna: string;
let jan: string;
beforeAll(async () => {
  world = await freshWorld();
  anna = await world.person('views-anna', { isAdmin: true });
  jan = await world.person('views-jan', { isAdmin: true });
});
afterAll(() => world.close());
beforeEach(() => world.db.deleteFrom('contentView').execute());

const list = async (token: string) => (await world.staff(contentViewRoutes.list, { token })).body;
const names = async (token: string): Promise<string[]> => (await list(token)).views.map(({ name }) => name);
const save = (token: string, name: string, filters: ContentFilters = { contentType: 'leaflet' }) =>
  world.staff(contentViewRoutes.save, { token, body: { name, filters } });
const rename = (token: string, viewId: string, name: string) =>
  world.staff(contentViewRoutes.rename, { token, params: { viewId }, body: { name } });

describe('saved filters of the content list', { tags: ['EDIT-07'] }, () => {
  test('restores the last filters and the saved views of a person, and hides them from others', async () => {
    expect(await list(anna)).toEqual({ last: null, views: [] });
    const filters = { contentType: 'leaflet', published: true, sortField: 'name' } as const;
    expect((await world.staff(contentViewRoutes.remember, { token: anna, body: filters })).status).toBe(204);
    await world.staff(contentViewRoutes.remember, { token: anna, body: { ends: 'thisWeek', name: ' gazetka ' } });
    const { status, body } = await save(anna, '  Łódzkie   gazetki ', filters);
    expect([status, body]).toEqual([201, { _id: expect.any(String), name: 'Łódzkie gazetki', filters }]);
    await save(anna, 'Kupony', {});
    expect(await list(anna)).toEqual({
      last: { ends: 'thisWeek', name: 'gazetka' },
      views: [{ ...body, name: 'Kupony', filters: {}, _id: expect.any(String) }, body],
    });
    expect(await list(jan)).toEqual({ last: null, views: [] });
  });

  test('sorts the views by name in Polish order', async () => {
    for (const name of ['Lublin', 'Żory', 'Łaba', 'Zator', 'lato']) await save(anna, name);
    expect(await names(anna)).toEqual(['lato', 'Lublin', 'Łaba', 'Zator', 'Żory']);
  });

  test('saving under an existing name replaces the view, and renaming to one is rejected', async () => {
    const first = (await save(anna, 'A', { published: false })).body;
    expect((await save(anna, 'A', { published: true })).body).toEqual({ ...first, filters: { published: true } });
    const second = (await save(anna, 'B')).body;
    expect(problemIn(await rename(anna, second._id, 'A')).code).toBe('conflict');
    expect((await rename(anna, second._id, 'B')).body).toEqual(second);
    expect((await rename(anna, second._id, 'C')).body).toEqual({ ...second, name: 'C' });
    expect(await names(anna)).toEqual(['A', 'C']);
    // Another person may use the same name.
    expect((await save(jan, 'A')).status).toBe(201);
  });

  test('renames and deletes neither the views of others nor the entry with the last filters', async () => {
    const { _id } = (await save(anna, 'Moje')).body;
    expect((await rename(jan, _id, 'Twoje')).status).toBe(404);
    expect((await world.staff(contentViewRoutes.remove, { token: jan, params: { viewId: _id } })).status).toBe(204);
    expect(await names(anna)).toEqual(['Moje']);
    await world.staff(contentViewRoutes.remember, { token: anna, body: { published: true } });
    const last = await world.db.selectFrom('contentView').where('name', 'is', null).select('id').executeTakeFirstOrThrow();
    await world.staff(contentViewRoutes.remove, { token: anna, params: { viewId: last.id } });
    expect((await rename(anna, last.id, 'x')).status).toBe(404);
    expect((await list(anna)).last).toEqual({ published: true });
    await world.staff(contentViewRoutes.remove, { token: anna, params: { viewId: _id } });
    expect(await names(anna)).toEqual([]);
  });

  test('rejects a view beyond the limit of thirty, but still replaces an existing one', async () => {
    for (let n = 0; n < VIEWS_MOST; n += 1) expect((await save(anna, `Widok ${n}`)).status).toBe(201);
    expect(problemIn(await save(anna, 'Za dużo')).fields).toEqual({ name: ['tooMany'] });
    expect((await save(anna, 'Widok 7', {})).status).toBe(201);
    expect((await world.staff(contentViewRoutes.remember, { token: anna, body: {} })).status).toBe(204);
  });

  test('drops stored filters that are no longer valid and keeps the others', async () => {
    await save(anna, 'Stary');
    await sql`update content_view set filters = ${'{"contentType":"gone","published":true,"sortField":7,"name":{}}'}::jsonb`.execute(
      world.db,
    );
    expect((await list(anna)).views).toMatchObject([{ name: 'Stary', filters: { published: true } }]);
  });

  test.each([
    [{ name: ' ', filters: {} }, { name: ['required'] }],
    [{ name: 'x'.repeat(61), filters: {} }, { name: ['tooLong'] }],
    [{ name: 'x', filters: { contentType: 'gone' } }, { 'filters.contentType': ['unknown'] }],
    [{ name: 'x', filters: { published: 'yes' } }, { 'filters.published': ['invalid'] }],
    [{ name: 'x', filters: { page: 3 } }, { filters: ['unknown'] }],
    [{ name: 'x', filters: { name: 'x'.repeat(201) } }, { 'filters.name': ['tooLong'] }],
    [{ name: 'x' }, { filters: ['required'] }],
  ])('%j is refused by field', async (body, fields) => {
    const answer = await world.staff('POST /api/v1/content-views', { token: anna, body });
    expect(answer.status).toBe(422);
    expect(problemIn(answer).fields).toEqual(fields);
  });
});
