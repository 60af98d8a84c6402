import { expect, test } from 'vitest';
import { readSendingError, sendingError, sendingErrors } from './index.ts';

test('an error is a sentence, from which the page gets its own words and what the push service detail', { tags: ['D-05'] }, () => {
  expect(sendingError('emptyAudience')).toBe('No device matches the audience (0 devices).');
  expect(sendingError('credential', '403 SENDER_ID_MISMATCH')).toBe('The push service refused our credentials. 403 SENDER_ID_MISMATCH');
  for (const code of Object.keys(sendingErrors) as (keyof typeof sendingErrors)[])
    for (const detail of ['', '400 x: <b>']) expect(readSendingError(sendingError(code, detail))).toEqual({ code, detail });
  expect(readSendingError('something new')).toBeNull();
});
