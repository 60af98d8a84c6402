import { ALWAYS_OPEN, demoHours, OWNER_RUN } from '../demo-hours.ts';
import { demoGroups, demoStores } from '../stores.ts';
import type { Fields, Life } from './demo-edit.ts';

/** Differences of stores and groups at the start of the three months: groups by name, phone numbers by store number. */
type Before = { groups: ReadonlyMap<string, { name?: string; without?: readonly number[] }>; phones: ReadonlyMap<number, string> };
export const before: Before = {
  groups: new Map([
    ['Ściana wschodnia', { without: [126] }],
    ['Trójmiasto i Pomorze', { without: [131, 139] }],
    ['Małopolska', { name: 'Kraków i okolice', without: [135] }],
  ]),
  phones: new Map([
    [105, '+48 12 555 01 05'],
    [112, '+48 58 555 01 12'],
  ]),
};

const hoursOf = (now: number, no: number): Fields => {
  const store = demoStores.find((one) => one.no === no);
  return store ? demoHours(store, new Date(now).getFullYear()) : {};
};
export const phoneOf = (no: number): string => `+48 22 555 0${no}`;
const store = (no: number, ...steps: Life['steps']): Life => ({ kind: 'store', item: String(no), there: true, steps });
const group = (item: string, ...steps: Life['steps']): Life => ({ kind: 'storeGroup', item, there: true, steps });
const members = (item: string, without: readonly number[] = []): Fields => ({
  includeStores: demoGroups.find(({ name }) => name === item)?.stores.filter((no) => !without.includes(no)) ?? [],
});

/** Stores and groups that were changed, and a group that came and went. */
export const editsOfChain = (now: number): readonly Life[] => [
  store(ALWAYS_OPEN, [39, '09:15', 'grzegorz', hoursOf(now, ALWAYS_OPEN)]),
  store(OWNER_RUN, [46, '10:35', 'grzegorz', hoursOf(now, OWNER_RUN)]),
  store(105, [78, '13:10', 'grzegorz', { phone: phoneOf(105) }]),
  store(112, [30, '11:55', 'grzegorz', { phone: phoneOf(112) }]),
  group('Ściana wschodnia', [72, '12:45', 'grzegorz', members('Ściana wschodnia')]),
  group(
    'Trójmiasto i Pomorze',
    [65, '09:30', 'grzegorz', members('Trójmiasto i Pomorze', [139])],
    [37, '14:10', 'grzegorz', members('Trójmiasto i Pomorze')],
  ),
  group('Małopolska', [48, '10:50', 'anna', { name: 'Małopolska' }], [48, '10:52', 'anna', members('Małopolska')]),
  {
    kind: 'storeGroup',
    item: 'Sklepy z piekarnią',
    steps: [
      [57, '15:00', 'grzegorz', { name: 'Sklepy z piekarnią', includeStores: [101, 104, 108, 112] }],
      [50, '09:25', 'grzegorz', { includeStores: [101, 104, 108, 110, 112, 117] }],
      [16, '13:00', 'grzegorz', null],
    ],
  },
];
