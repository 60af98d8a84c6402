import { isDeepStrictEqual } from 'node:util';
import type { DeliveryTables } from '../delivery.tables.ts';

/** Recipients of a fan-out, fixed when the notification is accepted. */
export type FrozenAudience =
  | { of: 'testers' }
  | { of: 'everyone' }
  /** Devices that subscribed to exactly this store. */
  | { of: 'subscribers'; storeId: string }
  /** Devices whose main or subscribed store is one of these. */
  | { of: 'stores'; storeIds: string[] };

type Columns = Pick<DeliveryTables['fanOut'], 'everyone' | 'testersOnly' | 'storeIds' | 'subscribedStoreId'>;

/** Returns the columns of `fan_out` that store an audience. A part without a column does not compile. */
export const audienceColumns = (audience: FrozenAudience): Columns => {
  const { of, storeId, storeIds, ...unhandled } = { storeId: null, storeIds: [], ...audience };
  unhandled satisfies Record<string, never>;
  return { everyone: of === 'everyone', testersOnly: of === 'testers', storeIds, subscribedStoreId: storeId };
};

/** True if the audience is everyone. Compares every column, so that new parts are covered. */
export const isEveryone = (audience: FrozenAudience): boolean =>
  isDeepStrictEqual(audienceColumns(audience), audienceColumns({ of: 'everyone' }));

export const audienceOf = ({ everyone, testersOnly, storeIds, subscribedStoreId }: Columns): FrozenAudience => {
  if (testersOnly) return { of: 'testers' };
  if (everyone) return { of: 'everyone' };
  return subscribedStoreId === null ? { of: 'stores', storeIds } : { of: 'subscribers', storeId: subscribedStoreId };
};
