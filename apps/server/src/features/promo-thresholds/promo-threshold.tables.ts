import type { Generated } from 'kysely';

export type PromoThresholdTables = {
  promoThreshold: { promoId: string; id: string; threshold: number; createdAt: Generated<Date>; deletedAt: Date | null };
};
