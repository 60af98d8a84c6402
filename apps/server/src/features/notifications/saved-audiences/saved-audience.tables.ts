import type { AudienceRule } from '@endcap/contract/audience';
import type { EntityColumns } from '../../entities/entity.tables.ts';

export type SavedAudienceTables = { savedAudience: EntityColumns & AudienceRule & { name: string } };
