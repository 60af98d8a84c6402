import { expect, test } from 'vitest';
import { checkOptionalDefaults } from './optional-defaults.ts';

test(
  'the fence finds a default under an optional by any name, and a PATCH of nothing that changes something',
  { tags: ['E-01'] },
  async () => {
    expect((await checkOptionalDefaults('scripts/fences/canary')).map((line) => line.replace('no-default-under-optional ', ''))).toEqual([
      '(what is not sent would be overwritten): b.Planted.byName',
      '(what is not sent would be overwritten): b.Planted.nullable',
      '(what is not sent would be overwritten): b.Planted.transformed',
      '(what is not sent would be overwritten): b.Planted.prefault',
      '(what is not sent would be overwritten): b.Planted.caught',
      '(what is not sent would be overwritten): b.Planted.either',
      '(what is not sent would be overwritten): b.Planted.list[].inside',
      '(what is not sent would be overwritten): b.PlantedPart.byPart',
      '(what is not sent would be overwritten): b.plantedFields.field.rule',
      '(a PATCH of nothing changes bare): b.plantedRoutes.change.body',
    ]);
  },
);
test('a missing optional field of the contract stays missing', { tags: ['E-01'] }, async () => {
  expect(await checkOptionalDefaults('.')).toEqual([]);
});
