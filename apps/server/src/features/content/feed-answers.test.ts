import { expect, test } from 'vitest';
import { createFeedAnswers } from './feed-answers.ts';
import { isSame } from './feed-item.ts';
import { createFeedState } from './feed-state.ts';

/** A question whose key weighs a hundred kilobytes: not many of them have room. */
const asked = (n: number) => ({ segments: [`${n}`.padEnd(100_000, 'x')], appVersion: '3.4.0' });

test('a question of the feed that is forgotten holds no answer, also when it is answered once more', { tags: ['17.4'] }, () => {
  const answers = createFeedAnswers(createFeedState(isSame));
  const first = answers.question(asked(0));
  const before = answers.answer(first, 0);
  expect(first.value.made).toBe(before);
  for (let n = 1; first.isKept; n += 1) answers.question(asked(n));
  expect(first.value.made).toBeNull();
  // As when it was forgotten between the question and its answer.
  expect(answers.answer(first, 0).answer.etag).toBe(before.answer.etag);
  expect(first.value.made).toBeNull();
});
