import type { KyselyPlugin } from 'kysely';
import type { Database } from '../src/tables.ts';

/** Size of each query result; in characters, as JSON. */
export type Answers = { rows: number; characters: number; largestValue: number }[];

/** A database that notes its answers. */
export const noteAnswers = (db: Database): { db: Database; answers: Answers } => {
  const answers: Answers = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const sizes = result.rows.flatMap((row) => Object.values(row).map((value) => JSON.stringify(value ?? null).length));
      const characters = sizes.reduce((sum, size) => sum + size, 0);
      answers.push({ rows: result.rows.length, characters, largestValue: sizes.reduce((one, other) => Math.max(one, other), 0) });
      return result;
    },
  };
  return { db: db.withPlugin(plugin), answers };
};
