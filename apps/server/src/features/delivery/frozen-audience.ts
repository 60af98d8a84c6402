import { isDeepStrictEqual } from 'node:util';
import type { DeliveryTables } from './delivery.tables.ts';

/** Whom a fan-out addresses, decided when the notification is accepted. */
export type FrozenAudience =
  | { of: 'testers' }
  | { of: 'everyone' }
  /** Devices that subscribed to exactly this store. */
  | { of: 'subscribers'; storeId: string }
  /** Devices whose main or subscribed store is one of these. */
  | { of: 'stores'; storeIds: string[] };

type Columns = Pick<DeliveryTables['fanOut'], 'everyone' | 'testersOnly' | 'storeIds' | 'subscribedStoreId'>;

/** How it lies in `fan_out`. A part without a column does not compile. */
export const audienceColumns = (audience: FrozenAudience): Columns => {
  const { of, storeId, storeIds, ...unthoughtOf } = { storeId: null, storeIds: [], ...audience };
  unthoughtOf satisfies Record<string, never>;
  return { everyone: of === 'everyone', testersOnly: of === 'testers', storeIds, subscribedStoreId: storeId };
};

/** Whether it leaves nobody out, whatever parts it has. */
export const isEveryone = (audience: FrozenAudience): boolean =>
  isDeepStrictEqual(audienceColumns(audience), audienceColumns({ of: 'everyone' }));

export const audienceOf = ({ everyone, testersOnly, storeIds, subscribedStoreId }: Columns): FrozenAudience => {
  if (testersOnly) return { of: 'testers' };
  if (everyone) return { of: 'everyone' };
  return subscribedStoreId === null ? { of: 'stores', storeIds } : { of: 'subscribers', storeId: subscribedStoreId };
};
