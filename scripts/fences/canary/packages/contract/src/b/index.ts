// Planted: no-default-under-optional has to find each of these.
import { z } from 'zod';

const Names = z.array(z.string()).default([]);

export const Planted = z.object({
  byName: Names.optional(),
  nullable: z.string().default('x').nullable().optional(),
  transformed: z
    .string()
    .default('')
    .transform((text) => text || undefined)
    .optional(),
  prefault: z.string().prefault('x').optional(),
  caught: z.number().catch(1).optional(),
  either: z.union([z.number(), z.string().default('x')]).optional(),
  list: z.array(z.object({ inside: Names.optional() })),
});
export const PlantedPart = z.object({ byPart: Names, kept: z.string() }).partial();

export const plantedFields = { field: { rule: z.string().default('x').optional() } };

export const plantedRoutes = {
  change: { method: 'PATCH', path: '/planted', body: z.object({ bare: Names, kept: z.string().optional() }) },
};

// Not to be found: the default is outside, or inside an object that was sent.
export const Fine = z.object({
  outside: z.string().optional().default('x'),
  sent: z.object({ name: z.string().default('x') }).optional(),
  pattern: z.string().nullable().optional(),
});
