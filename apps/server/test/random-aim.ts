import { includeStoreTypes } from '@endcap/contract/audience';
import fc from 'fast-check';

type Among = { stores: readonly string[]; groups: readonly string[]; segments: readonly string[]; versions: readonly string[] };
type Publication = { publicationStart: string | null; publicationEnd: string | null };

/** Random audience of an item of content, from these stores, groups, segments and version expressions; arbitraries for `fc.record`. */
export const randomAim = ({ stores, groups, segments, versions }: Among) => ({
  includeStoreType: fc.constantFrom(...includeStoreTypes),
  includeStores: fc.subarray([...stores], { maxLength: 2 }),
  excludeStores: fc.subarray([...stores], { maxLength: 2 }),
  includeStoreGroups: fc.subarray([...groups]),
  excludeStoreGroups: fc.subarray([...groups], { maxLength: 1 }),
  segments: fc.subarray([...segments], { maxLength: 2 }),
  version: fc.constantFrom(...versions),
});

/** No item is saved that ends before it begins (CONT-VAL-31). */
export const canBeSaved = ({ publicationStart: start, publicationEnd: end }: Publication): boolean => !start || !end || start <= end;
