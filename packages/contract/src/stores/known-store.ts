import { z } from 'zod';
import { StoreType } from '../audience/index.ts';
import { Id } from '../core/index.ts';
import type { Store } from './store.ts';

// Apart from the rules of a store, so that forms that only name stores have none of them.
const names = z.object({
  name: z.string(),
  storeNo: z.number().int().nullable(),
  city: z.string(),
  storeType: StoreType,
}) satisfies z.ZodType<Pick<Store, 'name' | 'storeNo' | 'city' | 'storeType'>>;

/** Name, number and city of a store, and the facts that decide which audiences contain it. */
export const KnownStore = names.extend({
  id: Id,
  groups: z.array(Id),
  /** Deleted groups that it was in: they exclude still (D-30). */
  formerGroups: z.array(Id),
  deleted: z.boolean(),
});
export type KnownStore = z.infer<typeof KnownStore>;
