import type { Popup, PopupDraft, PopupRow, PopupSort } from '@endcap/contract/popups';
import { sql } from 'kysely';
import { idsOf, isOneOf, type Order } from '../../platform/db/list-rows.ts';
import type { PageWindow } from '../../platform/db/page-window.ts';
import type { DbOf } from '../../tables.ts';
import { changed, hidden, instantOf, made, type Mark, marksOf, type StoredMarks } from '../entities/index.ts';

type Db = DbOf<'popup'>;

export const popups = (db: Db) => db.selectFrom('popup').where('deletedAt', 'is', null);
const createdDate = instantOf(sql.ref('popup.created_at')).as('createdDate');

export type StoredPopup = Popup & StoredMarks;

export const findPopup = (db: Db, id: string): Promise<StoredPopup | undefined> =>
  popups(db)
    .where('id', '=', id)
    .select(['id as _id', 'name', 'text', 'version', 'repeat', createdDate])
    .select(marksOf('popup'))
    .executeTakeFirst();

/** Popups as people edit them. */
export const popupsAsEdited = (db: Db, ids: readonly string[]): Promise<(PopupDraft & { _id: string })[]> =>
  popups(db).where(isOneOf('id', ids)).select(['id as _id', 'name', 'text', 'version', 'repeat']).execute();

export const lockPopup = async (db: Db, id: string): Promise<boolean> =>
  (await popups(db).where('id', '=', id).select('id').forUpdate().executeTakeFirst()) !== undefined;

export const insertPopup = async (db: Db, id: string, draft: PopupDraft, mark: Mark): Promise<void> => {
  await db
    .insertInto('popup')
    .values({ ...draft, ...made(id, mark) })
    .execute();
};

export const updatePopup = async (db: Db, id: string, draft: PopupDraft, mark: Mark): Promise<void> => {
  await db
    .updateTable('popup')
    .set({ ...draft, ...changed(mark) })
    .where('id', '=', id)
    .execute();
};

/** Marks popups as deleted. Their showings stay, so that none is counted again. */
export const hidePopup = async (db: Db, ids: readonly string[], mark: Mark): Promise<void> => {
  await db.updateTable('popup').set(hidden(mark)).where(isOneOf('id', ids)).execute();
};

const orders: Record<PopupSort, Order> = {
  name: [sql`popup.name collate "pl-x-icu", popup.id`, sql`popup.name collate "pl-x-icu" desc, popup.id desc`],
  '-name': [sql`popup.name collate "pl-x-icu" desc, popup.id`, sql`popup.name collate "pl-x-icu", popup.id desc`],
  createdDate: [sql`popup.created_at, popup.id`, sql`popup.created_at desc, popup.id desc`],
  '-createdDate': [sql`popup.created_at desc, popup.id`, sql`popup.created_at, popup.id desc`],
};

export const countPopups = async (db: Db): Promise<number> =>
  (
    await popups(db)
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
  ).total;

/** Ids of a part of the list; equal ones by id. */
export const popupIds = (db: Db, sortField: PopupSort, window: PageWindow): Promise<string[]> =>
  idsOf(db, popups(db).select('id'), orders[sortField], window);

/** Popups with a text, and their positions, in the order of their creation. */
const showable = (db: Db) =>
  popups(db)
    .where('text', 'is not', null)
    .select(['popup.id', sql<number>`row_number() over (order by popup.created_at, popup.id)::int`.as('place')]);

export type ListedPopup = Omit<PopupRow, 'shown'> & { place: number | null };
export const popupRows = (db: Db, ids: readonly string[]): Promise<ListedPopup[]> =>
  db
    .selectFrom('popup')
    .modifyFront(sql`/* prepared: popup rows */`)
    .leftJoin(showable(db).as('showable'), 'showable.id', 'popup.id')
    .where(isOneOf('popup.id', ids))
    .select(['popup.id as _id', 'name', 'version', 'repeat', createdDate, 'showable.place'])
    .execute();

/** Returns the ids of all popups, also deleted ones, in the order of their creation. */
export const popupOrder = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('popup').select('id').orderBy('createdAt').orderBy('id').execute()).map(({ id }) => id);

export type ShowablePopup = { _id: string; text: string; version: string; repeat: number };
/** Returns the popups to show, in display order. */
export const showablePopups = (db: Db): Promise<ShowablePopup[]> =>
  showable(db)
    .select(['popup.id as _id', sql<string>`text`.as('text'), 'version', 'repeat'])
    .orderBy('place')
    .execute();

export type NamedPopup = Omit<ShowablePopup, 'text'> & { name: string; text: string | null };

/** Every popup in the order of phones, also those that have nothing to show. */
export const namedPopups = (db: Db): Promise<NamedPopup[]> =>
  popups(db).select(['id as _id', 'name', 'text', 'version', 'repeat']).orderBy('createdAt').orderBy('id').execute();
