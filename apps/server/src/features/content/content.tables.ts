import type { ContentDraft } from '@endcap/contract/content';
import type { GeneratedAlways } from 'kysely';
import type { EntityColumns } from '../entities/entity.tables.ts';

export type ContentTables = {
  /** The fields that people edit have columns of the same names. */
  content: ContentDraft & EntityColumns & { namesFolded: GeneratedAlways<string> };
  /** Saved filters of the content list. The row without a name contains the filters used last. */
  contentView: { id: string; person: string; name: string | null; filters: unknown };
};
