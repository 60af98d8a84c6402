import type { ContentDraft } from '@endcap/contract/content';
import type { GeneratedAlways } from 'kysely';
import type { EntityColumns } from '../entities/entity.tables.ts';

export type ContentTables = {
  /** The fields that people edit have columns of the same names. */
  content: ContentDraft & EntityColumns & { namesFolded: GeneratedAlways<string> };
  /** Filters of the list that a person keeps; those without a name were used last. */
  contentView: { id: string; person: string; name: string | null; filters: unknown };
};
