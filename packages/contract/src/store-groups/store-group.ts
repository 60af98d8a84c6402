import { z } from 'zod';
import { Id, PageNumber, PageSize, page, route } from '../core/index.ts';

/** ENT-16 */
export const StoreGroup = z.object({ _id: Id, name: z.string(), includeStores: z.array(Id) });
export type StoreGroup = z.infer<typeof StoreGroup>;

export const storeGroupRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v1/store-group/list',
    aliases: ['/api/v1/store-group'],
    summary: 'Store groups by name',
    access: 'admin',
    query: z.object({ page: PageNumber, pageSize: PageSize }),
    reply: page(StoreGroup),
  }),
};
