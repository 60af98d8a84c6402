import { resolveDays } from '../demo-data.ts';
import { editsOfSettings } from './campaigns.ts';
import { editsOfChain } from './chain.ts';
import { type DemoEdit, editsOf } from './demo-edit.ts';
import { headOffice } from './head-office.ts';
import { formerCoupons } from './former-coupons.ts';
import { formerLeaflets } from './leaflets.ts';
import { formerSeasons } from './seasons.ts';
import { currentItems } from './standing.ts';
import { editsOfTalk } from './talk.ts';

/**
 * Three months of edits up to an instant (milliseconds), the oldest first: played over what `seed()` leaves, they end in the demo chain of today.
 * As the staff API takes them, but that names stand where ids of groups and numbers where those of stores, that `image:NAME` and `pdf:TITLE` are
 * files to upload, and `(item:NAME)` is a link to an item.
 */
export const demoEdits = (now: number): DemoEdit[] =>
  [
    ...formerLeaflets,
    ...formerSeasons,
    ...formerCoupons,
    ...currentItems,
    ...editsOfChain(now),
    ...editsOfTalk(now),
    ...editsOfSettings(now),
  ]
    .flatMap((life) => editsOf(now, life, (who) => headOffice[who].id))
    .map((edit) => (edit.kind === 'content' ? { ...edit, fields: resolveDays(now, edit.fields) } : edit))
    .toSorted((one, other) => one.at - other.at);
