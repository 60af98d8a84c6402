import { notificationRoutes } from '@endcap/contract/notifications';
import { read } from './product.ts';

/** The id of a send of the demo chain, by a part of its text. */
export const seeded = async (text: string): Promise<string> =>
  (await read('admin', notificationRoutes.list, { query: { text } })).items[0]?._id ?? '';
