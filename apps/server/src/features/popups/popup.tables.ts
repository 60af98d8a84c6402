import type { EntityColumns } from '../entities/entity.tables.ts';

export type PopupTables = {
  popup: EntityColumns & { name: string; text: string | null; version: string; repeat: number; showingsEndedAt: Date | null };
  popupShowing: { deviceSeq: number; popupId: string; showingId: string; shownAt: Date };
};
