import type { StoreType } from '@endcap/contract/audience';
import type { Generated, GeneratedAlways } from 'kysely';

export type StoreTables = {
  store: {
    id: string;
    name: string;
    street: string;
    city: string;
    zipCode: string;
    latitude: number;
    longitude: number;
    notificationSign: string | null;
    storeNo: number | null;
    phone: string | null;
    ecommerceSlug: string | null;
    openingHours: string;
    storeType: StoreType;
    drive: boolean;
    gasStation: boolean;
    address: GeneratedAlways<string>;
    createdAt: Generated<Date>;
    updatedAt: Generated<Date>;
    deletedAt: Date | null;
  };
};
