import { expect, test } from 'vitest';
import { SendingRules } from './sending.ts';
import { emptySettings } from './settings.ts';

const off = emptySettings.sending;
/** Returns the stored value of a form's field, or the codes of its refusal. */
const saved = (field: 'weeklyLimit' | 'approvalAbove', value: unknown) => {
  const { data, error } = SendingRules.safeParse({ ...off, [field]: value });
  return data ? data[field] : error?.issues.map(({ message }) => message);
};

test.each([
  ['5000', 5_000],
  ['5 000', 5_000],
  ['50\u00A0000\u202F000', 50_000_000],
  [' 7 ', 7],
  ['7,00', 7],
  ['', null],
  [12, 12],
  [null, null],
])('the number of devices above which sends are approved: %j is %j', { tags: ['CARE-04'] }, (text, devices) =>
  expect(saved('approvalAbove', text)).toBe(devices),
);
test.each(['1e6', '0x10', '1 2 3', '1 23', '12 3456', '1234 567', '1,000', '1.000', 'abc', 'Infinity', '+5', '5.'])(
  'rejects %j as a number of devices or of pushes a week',
  { tags: ['CARE-02', 'CARE-04'] },
  (text) => {
    expect(saved('approvalAbove', text)).toEqual(['notNumber']);
    expect(saved('weeklyLimit', text)).toEqual(['notNumber']);
  },
);
test('a number that is no integer or out of range is rejected with its own code', { tags: ['CARE-02', 'CARE-04'] }, () => {
  expect(['1,5', '-5', '0', '100 000 001'].map((text) => saved('approvalAbove', text))).toEqual([
    ['notInteger'],
    ['tooSmall'],
    ['tooSmall'],
    ['tooBig'],
  ]);
  expect(['1,5', '-5', '22', '21', '2'].map((text) => saved('weeklyLimit', text))).toEqual([
    ['notInteger'],
    ['tooSmall'],
    ['tooBig'],
    21,
    2,
  ]);
});
