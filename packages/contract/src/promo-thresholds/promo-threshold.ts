import { z } from 'zod';
import { code, route, singleLine, withoutInvisible } from '../core/index.ts';

/** §7: the promotion whose thresholds coupons choose from. */
export const COUPON_PROMO_ID = '7';

const key = z
  .union([z.string(), z.number().int()], code('required'))
  .transform((value) => withoutInvisible(String(value)).trim())
  .refine((value) => value !== '', code('required'))
  .refine((value) => /^[A-Za-z0-9_-]{0,40}$/.test(value), code('invalid'));

/** One row of an import: an amount with at most two decimals, comma or point. */
export const promoThresholdFields = {
  promoId: key,
  id: key,
  threshold: z
    .union(
      [
        z.number(),
        z
          .string()
          .overwrite(withoutInvisible)
          .regex(/^\s*\d{1,9}([.,]\d{1,2})?\s*$/, code('notNumber')),
      ],
      code('notNumber'),
    )
    .transform((value) => (typeof value === 'string' ? Number(value.replace(',', '.')) : value))
    .refine((value) => value >= 0 && value < 1e9 && Number(value.toFixed(2)) === value, code('notNumber')),
};

/** ENT-24, A-79 */
export const PromoThreshold = z.object({ _id: z.string(), promoId: z.string(), threshold: z.number() });
export type PromoThreshold = z.infer<typeof PromoThreshold>;

export const promoThresholdRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v1/content-editor/promothresholds/:promoId',
    //
    summary: 'Thresholds of a promotion, ascending; none for an unknown one',
    access: 'admin',
    params: z.object({ promoId: singleLine }),
    reply: z.array(PromoThreshold),
  }),
};
