import { expect, test } from 'vitest';
import { code } from './field-codes.ts';
import { problems } from './problem-statuses.ts';
import { fieldProblem, Problem, ProblemBody, type ProblemCode } from './problems.ts';
import { readProblem } from './read-problem.ts';

test('a problem without a message of its own has a sentence as its message, never its code', { tags: ['D-53', 'A-113'] }, () => {
  for (const code of Object.keys(problems) as ProblemCode[]) expect(new Problem(code).message).toMatch(/^[A-Z][a-z']* .*[a-z]$/);
  expect(new Problem('not_found', 'No such file').message).toBe('No such file');
});

test('unknown codes do not compile and are not part of the response schema', () => {
  // @ts-expect-error -- no such code of a field
  expect(() => code('notFoo')).not.toThrow();
  // @ts-expect-error -- no such code of an answer
  expect(new Problem('no_such_thing').status).toBeUndefined();
  // @ts-expect-error -- compared with what can never be
  expect(fieldProblem('title', 'required').code === 'tooLongg').toBe(false);
  const answer = (error: object): boolean => ProblemBody.safeParse({ error: { code: 'invalid', message: 'x', ...error } }).success;
  expect([answer({ fields: { a: ['required'] } }), answer({ fields: { a: ['notFoo'] } }), answer({ code: 'foo' })]).toEqual([
    true,
    false,
    false,
  ]);
});

test('readProblem maps unknown codes to the general ones', () => {
  const error = { code: 'foo', message: 'x', requestId: 'r', fields: { a: ['notFoo', 'required'] } };
  expect(readProblem({ error })).toEqual({ ...error, code: 'internal', fields: { a: ['invalid', 'required'] } });
  expect([readProblem(null), readProblem({ error: 'x' }), readProblem({ error: [] }), readProblem('<html>')]).toEqual(Array(4).fill(null));
  // Members of another shape are dropped or replaced; the others are kept.
  expect(readProblem({ error: { code: 'toString', message: 'x', requestId: 7, fields: { a: 'required', b: null } } })).toEqual({
    code: 'internal',
    message: 'x',
    fields: { a: ['required'], b: ['invalid'] },
  });
  expect(readProblem({ error: { code: 'invalid', message: 'x', fields: ['a'] } })).toEqual({ code: 'invalid', message: 'x' });
});
