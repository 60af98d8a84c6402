import { expect, test } from 'vitest';
import { deadlines } from './deadlines.ts';

const { request, stalledReader, leaveWithin, pushAnswer, lastWrites, stopWithin, killAfter, lock, statement, silence } = deadlines;

test.each([
  ['F07: what was sent is answered before its worker has to be gone', pushAnswer, stopWithin],
  ['F07, D-02: the last writing, and a lock that it may wait for, end before its worker has to be gone', lastWrites + lock, stopWithin],
  ['F07: a process ends by itself before it is killed', stopWithin, killAfter],
  ['D-20: an upload under way ends before its process does', request, leaveWithin],
  ['a caller who stops reading does not keep a process from leaving', stalledReader, leaveWithin],
  ['a lock that is not had is told before the statement is given up', lock, statement],
  ['the server gives a statement up before its connection counts as dead', statement, silence],
])('%s', (_, sooner, later) => {
  expect(sooner).toBeLessThan(later);
});
