import pg from 'pg';
import { expect, test } from 'vitest';
import { isDatabaseBusy, isDatabaseUnavailable } from './connection.ts';

const failure = (code: string, message = 'failed'): Error => Object.assign(new Error(message), { code });

test.each([
  ['57P03', 'it recovers'],
  ['53100', 'its disk is full'],
  ['58030', 'its disk is broken'],
  ['55P03', 'a lock is held'],
  ['57014', 'a statement took too long'],
  ['40001', 'others wrote the same each time'],
  ['40P01', 'it was given up for the sake of others each time'],
  ['ECONNREFUSED', 'nobody listens'],
  ['EHOSTUNREACH', 'its machine is gone'],
  ['EAI_AGAIN', 'its name cannot be looked up'],
])('%s is unavailable: %s', { tags: ['F40', 'F41', 'F42', 'F43', 'F44', 'F46'] }, (code) => {
  expect(isDatabaseUnavailable(failure(code))).toBe(true);
});
test.each([
  ['25006', 'it is read-only'],
  ['55000', 'it is in recovery'],
  ['3D000', 'it has no such database'],
  ['28000', 'it does not let our role in'],
  ['28P01', 'our role has another password there'],
  ['42P01', 'it lacks our tables'],
  ['42501', 'our role has no rights there'],
  ['0A000', 'what was prepared does not fit the schema any more'],
])('%s is unavailable, the server is the wrong one: %s', { tags: ['E-71'] }, (code) => {
  expect([isDatabaseUnavailable(failure(code)), isDatabaseBusy(failure(code))]).toEqual([true, false]);
});
test.each([
  ['53300', true],
  ['55P03', true],
  ['57014', true],
  ['25P03', true],
  ['40001', true],
  ['40P01', true],
  ['57P03', false],
  ['53100', false],
  ['08006', false],
  ['ECONNREFUSED', false],
])('%s: the database is busy: %s', { tags: ['E-28', 'E-29'] }, (code, isBusy) => {
  expect([isDatabaseBusy(failure(code)), isDatabaseUnavailable(failure(code))]).toEqual([isBusy, true]);
});
test('errors of node-postgres without a code count as an unavailable database', { tags: ['F40'] }, () => {
  for (const message of ['Connection terminated unexpectedly', 'Client was closed and is not queryable'])
    expect(isDatabaseUnavailable(new Error(message))).toBe(true);
});
test.each(['23505', '42601', 'XX000', ''])('%s is our own defect or the request, not the database gone', (code) => {
  expect(isDatabaseUnavailable(failure(code))).toBe(false);
});
test('a value that is not an error does not count as an unavailable database', () => {
  expect(isDatabaseUnavailable('57P03')).toBe(false);
});
test('whole numbers of 64 bits are numbers, one or many', () => {
  const [one, many] = [pg.types.builtins.INT8, 1016].map((type) => pg.types.getTypeParser(type)) as ((text: string) => unknown)[];
  expect([one?.('9007199254740991'), many?.('{1,NULL,9007199254740991}'), many?.('{}')]).toEqual([
    9007199254740991,
    [1, null, 9007199254740991],
    [],
  ]);
});
