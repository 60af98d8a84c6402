import type { PushMessage } from '@endcap/contract/notifications';
import { sql } from 'kysely';
import type { DbOf } from '../../../tables.ts';
import { isExpired, notificationOf, textVersion } from '../fan-out-conditions.repository.ts';
import { type EndedState, type FanOutKind, isEndedState } from '../fan-out-state.ts';

type Db = DbOf<'fanOut' | 'notification' | 'store' | 'settings'>;

/** The message of a fan-out and its current state, as workers need them. */
export type FanOutStatus = PushMessage & {
  state: 'going' | EndedState | 'paused';
  /** By the clock of the database. */
  isExpired: boolean;
  brakeReleased: boolean;
  /** Version of the text that a send delivers (`textVersion`); null: the first one. */
  textVersion: number | null;
};

/** The stored form of `FanOutStatus`. `withdrawn`: the text of the settings for recalled messages. */
export type StoredStatus = Omit<FanOutStatus, 'imageUrl' | 'change'> & {
  image: string | null;
  sign: string | null;
  kind: FanOutKind;
  platform: 'android' | 'ios' | null;
  version: number;
  withdrawn: string | null;
};

const withdrawn = sql<string | null>`(select document ->> 'withdrawnText' from settings)`;

export const readStoredStatus = async (db: Db, fanOutId: string): Promise<StoredStatus> => {
  const row = await db
    .selectFrom('fanOut as f')
    .innerJoin('notification as n', (join) => join.on('n.id', '=', notificationOf('f')))
    .leftJoin('store as s', 's.id', 'n.storeId')
    .where('f.notificationId', '=', fanOutId)
    .select([
      'n.id as notificationId',
      'n.title',
      'n.content as body',
      'n.url',
      'n.image',
      'n.revision as version',
      'n.safety',
      's.notificationSign as sign',
      'f.kind',
      'f.platform',
      'f.state',
      'f.pausedAt',
      'f.brakeReleased',
    ])
    .select(sql<Date>`coalesce(f.valid_until, n.valid_until)`.as('validUntil'))
    .select(withdrawn.as('withdrawn'))
    .select(isExpired.as('isExpired'))
    // A float has room for it, and is read as a number.
    .select(sql<number | null>`case f.kind when 'send' then ${textVersion}::float8 end`.as('textVersion'))
    .executeTakeFirstOrThrow();
  const { state, pausedAt, validUntil, ...rest } = row;
  return { ...rest, validUntil: validUntil.toISOString(), state: isEndedState(state) ? state : pausedAt ? 'paused' : 'going' };
};
