import { z } from 'zod';

/** What a store is told of a day that head office keeps free; `refused`: nothing of its own may start then. Apart from what knows days. */
export const KeptForStore = z.object({ day: z.iso.date(), reason: z.string().nullable(), refused: z.boolean() });
export type KeptForStore = z.infer<typeof KeptForStore>;
