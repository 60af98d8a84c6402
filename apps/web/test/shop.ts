import { type Page, toPage } from '@endcap/contract/core';
import { StoreRow } from '@endcap/contract/stores';
import { sample } from './sample.ts';

/** Returns a list as one page. */
export const pageOf = <T>(items: T[]): Page<T> => toPage(items, items.length, { page: 1, pageSize: 100 });

const store = (storeNo: number, city: string, street: string, notificationSign: string | null = null) =>
  sample(StoreRow, {
    _id: `store${storeNo}`,
    storeNo,
    name: `Koszyk ${city} ${street}`,
    street: `ul. ${street} 1`,
    city,
    zipCode: '00-001',
    address: `ul. ${street} 1, 00-001 ${city}`,
    notificationSign,
  });

/** Stores of a small chain. */
export const stores = [
  store(101, 'Warszawa', 'Marszałkowska', '– Marszałkowska'),
  store(104, 'Kraków', 'Długa'),
  store(139, 'Słupsk', 'Wojska Polskiego'),
];
