import type { GeneratedAlways } from 'kysely';
import type { EntityColumns } from '../entities/entity.tables.ts';

export type KnowledgeTables = {
  knowledge: EntityColumns & {
    filename: string | null;
    name: string;
    description: string;
    content: string;
    validityStart: string | null;
    validityEnd: string | null;
    search: GeneratedAlways<string>;
  };
  /** Written by the database. */
  knowledgeChange: { number: number };
};
