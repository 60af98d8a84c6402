import type { Knowledge, KnowledgeDraft, KnowledgeRow } from '@endcap/contract/knowledge';
import { sql } from 'kysely';
import { idsOf, isOneOf } from '../../platform/db/list-rows.ts';
import type { PageWindow } from '../../platform/db/page-window.ts';
import { type DataVersion, UNWRITTEN } from '../../platform/data-version.ts';
import type { DbOf } from '../../tables.ts';
import { changed, hidden, instantOf, made, type Mark, marksOf, type StoredMarks } from '../entities/index.ts';

type Db = DbOf<'knowledge' | 'knowledgeChange'>;

const living = (db: Db) => db.selectFrom('knowledge').where('deletedAt', 'is', null);
const idColumns = ['id as _id', 'id'] as const;

export type StoredKnowledge = Knowledge & StoredMarks;

export const findKnowledge = (db: Db, id: string): Promise<StoredKnowledge | undefined> =>
  living(db)
    .where('id', '=', id)
    .select([...idColumns, 'filename', 'name', 'description', 'content'])
    .select([
      instantOf(sql.ref('validity_start')).as('validityStart'),
      instantOf(sql.ref('validity_end')).as('validityEnd'),
      ...marksOf('knowledge'),
    ])
    .executeTakeFirst();

export const lockKnowledge = async (db: Db, id: string): Promise<boolean> =>
  (await living(db).where('id', '=', id).select('id').forUpdate().executeTakeFirst()) !== undefined;

export const insertKnowledge = async (
  db: Db,
  id: string,
  draft: KnowledgeDraft & { filename?: string | null },
  mark: Mark,
): Promise<void> => {
  await db
    .insertInto('knowledge')
    .values({ filename: null, ...draft, ...made(id, mark) })
    .execute();
};

export const updateKnowledge = async (db: Db, id: string, draft: KnowledgeDraft, mark: Mark): Promise<void> => {
  await db
    .updateTable('knowledge')
    .set({ ...draft, ...changed(mark) })
    .where('id', '=', id)
    .execute();
};

export const hideKnowledge = async (db: Db, ids: readonly string[], mark: Mark): Promise<void> => {
  await db.updateTable('knowledge').set(hidden(mark)).where(isOneOf('id', ids)).execute();
};

/** Grows with every write of the knowledge base. */
export const knowledgeVersion = async (db: Db): Promise<DataVersion> => {
  const { rows } =
    await sql<DataVersion>`/* prepared: knowledge version */ select number, incarnation() as incarnation from knowledge_change`.execute(db);
  return rows[0] ?? UNWRITTEN;
};

export const countKnowledge = async (db: Db): Promise<number> =>
  (
    await living(db)
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
  ).total;

const newest = [sql`created_at desc, id desc`, sql`created_at, id`] as const;

/** Ids of a part of the list, the newest first. */
export const knowledgeIds = (db: Db, window: PageWindow): Promise<string[]> => idsOf(db, living(db).select('id'), newest, window);

export const knowledgeRows = (db: Db, wanted: readonly string[]): Promise<KnowledgeRow[]> =>
  db
    .selectFrom('knowledge')
    .modifyFront(sql`/* prepared: knowledge rows */`)
    .where(isOneOf('knowledge.id', wanted))
    .select([...idColumns, 'filename', 'name', 'description'])
    .select([instantOf(sql.ref('validity_start')).as('validityStart'), instantOf(sql.ref('validity_end')).as('validityEnd')])
    .execute();

/** Returns the names of items by id, including deleted ones. */
export const knowledgeNames = async (db: Db, wanted: readonly string[]): Promise<Map<string, { name: string; deleted: boolean }>> => {
  const rows = await db
    .selectFrom('knowledge')
    .where('id', 'in', [...wanted, ''])
    .select(['id', 'name', sql<boolean>`deleted_at is not null`.as('deleted')])
    .execute();
  return new Map(rows.map(({ id, ...item }) => [id, item]));
};

export type KnowledgeMatch = { id: string; name: string; description: string; content: string; score: number };
/** A folded beginning of a word, and its weight by the number of occurrences in the question. */
export type Stem = { stem: string; weight: number };

/**
 * Items that are valid at an instant and have some of the words, the best first. A word counts the more, the fewer items have
 * it; in the description it counts more than in the name, and there more than in the content. The score is a share of
 * what an item would have that has all words, each alone, in its description.
 */
export const searchKnowledge = async (db: Db, stems: readonly Stem[], at: Date, limit: number): Promise<KnowledgeMatch[]> => {
  const { rows } = await sql<KnowledgeMatch>`
    with word as (
      select stem, weight, to_tsquery('simple', stem || ':*') as query
      from unnest(${stems.map(({ stem }) => stem)}::text[], ${stems.map(({ weight }) => weight)}::float[]) as w (stem, weight)
    ), valid as materialized (
      select id from knowledge
      where deleted_at is null and (validity_start is null or validity_start <= ${at}) and (validity_end is null or validity_end >= ${at})
    ), hit as materialized (
      select word.stem, word.weight, k.id, ts_rank('{0, 0.25, 0.5, 1}', k.search, word.query) as rank
      from word join knowledge k on k.search @@ word.query and k.deleted_at is null join valid on valid.id = k.id
    ), rarity as (
      select stem, ln(1 + (select count(*) from valid)::float / count(*)) / ln(1 + (select count(*) from valid)) as idf from hit group by stem
    ), best as (
      select id, (sum(weight * rank * idf) / ${stems.reduce((sum, { weight }) => sum + weight, 0)})::float as score
      from hit join rarity using (stem) group by id order by score desc, id limit ${limit}
    )
    select best.id, k.name, k.description, k.content, best.score from best join knowledge k on k.id = best.id order by best.score desc, best.id`.execute(
    db,
  );
  return rows;
};
