import { expect, test } from 'vitest';
import { readPerson, readProfile } from './index.ts';

const person = (app_metadata?: unknown, more = {}) => readPerson('endcap', { sub: 'x', app_metadata, ...more });

test('only boolean true makes an administrator', { tags: ['AUTH-08', 'AUTH-09', 'AUTH-10'] }, () => {
  expect(person({ endcapAdmin: true }).isAdmin).toBe(true);
  for (const value of ['true', 1, {}, [], null, undefined, false]) expect(person({ endcapAdmin: value }).isAdmin).toBe(false);
  for (const facts of [undefined, null, 'endcapAdmin', 5]) expect(person(facts).isAdmin).toBe(false);
  expect(person({ otherAdmin: true }).isAdmin).toBe(false);
});
test('the product key names the facts', { tags: ['GEN-12', 'A-01', 'A-03'] }, () => {
  expect(readPerson('kosz', { sub: 'x', app_metadata: { koszAdmin: true, koszStoreId: 101 } })).toMatchObject({
    isAdmin: true,
    storeClaim: '101',
  });
});
test('pictures are http(s) or image data, else none', { tags: ['AUTH-07', 'AUTH-23', 'D-13'] }, () => {
  expect(person({}, { picture: 'https://x/p.png' }).picture).toBe('https://x/p.png');
  for (const picture of ['javascript:alert(1)', 'data:text/html,x', 'https:evil', 'https://user:pw@host/p.png', 5, undefined])
    expect(person({}, { picture }).picture).toBeNull();
});
test('a profile needs a subject alone, and is named by it where there is no name', { tags: ['AUTH-07', 'AUTH-23', 'E-30'] }, () => {
  expect(readProfile({ sub: 'x' })).toEqual({ id: 'x', name: 'x', picture: null });
  expect(readProfile({ sub: 'x', name: 'Anna', picture: 'https://x/p.png', app_metadata: { endcapAdmin: true } })).toEqual({
    id: 'x',
    name: 'Anna',
    picture: 'https://x/p.png',
  });
  expect(() => readProfile({ name: 'Anna' })).toThrow();
});
