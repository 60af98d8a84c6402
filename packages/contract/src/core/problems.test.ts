import { expect, test } from 'vitest';
import { Problem, type ProblemCode, problems } from './problems.ts';

test('D-53, A-113: a problem without words of its own says a sentence, never its code', () => {
  for (const code of Object.keys(problems) as ProblemCode[]) expect(new Problem(code).message).toMatch(/^[A-Z][a-z']* .*[a-z]$/);
  expect(new Problem('not_found', 'No such file').message).toBe('No such file');
});
