import { z } from 'zod';
import { Instant, route } from '../core/index.ts';
import { type HistoryKind, HistoryRow } from '../history/index.ts';
import { Preview, PreviewInstant, viewerFields } from './preview.ts';

/** The kinds of items whose changes a customer may notice. */
const evidenceKinds = ['content', 'popup', 'settings', 'store', 'storeGroup', 'notification'] as const satisfies HistoryKind[];
export type EvidenceKind = (typeof evidenceKinds)[number];

/** Maximum number of changes in a response, which contains the first ones (PREV-08). */
export const EVIDENCE_CHANGES_MOST = 2_000;

/** A customer, a past instant, and the instant up to which changes are listed; null: until now (PREV-08). */
export const EvidenceQuestion = z.object({
  ...viewerFields,
  at: PreviewInstant,
  until: PreviewInstant.nullable().default(null),
});
export type EvidenceQuestion = z.output<typeof EvidenceQuestion>;

/** State of a change: as it was sealed, not sealed yet, altered after sealing, or inserted later with an earlier date. */
const sealStates = ['sealed', 'open', 'altered', 'inserted'] as const;

/** A change with its author and the number of the seal that covers it; null: not sealed yet. */
const Sealed = HistoryRow.pick({ _id: true, at: true, person: true }).extend({
  kind: z.enum(evidenceKinds),
  item: z.string(),
  action: HistoryRow.shape.action,
  /** Name of the item at the time of the change. */
  label: z.string().nullable(),
  seal: z.number().int().nullable(),
  sealState: z.enum(sealStates),
});

/** A change between the two instants that this customer may have noticed. Lists of stores and groups show removed and added ones. */
const EvidenceChange = Sealed.extend({
  fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type EvidenceChange = z.infer<typeof EvidenceChange>;

const faults = ['seal', 'altered', 'removed', 'inserted'] as const;
/** One seal. `fault`: the seal itself was altered, or the named change was altered, removed or inserted later. */
const EvidenceSeal = z.object({
  no: z.number().int(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: Instant,
  /** Number of changes that the seal covers. */
  changes: z.number().int(),
  fault: z.object({ what: z.enum(faults), change: z.string().nullable() }).nullable(),
});

/** The app as a customer saw it at a past instant, the changes since then, and their seals. */
export const Evidence = z.object({
  at: Instant,
  until: Instant,
  /** When the evidence was requested. */
  askedAt: Instant,
  viewer: z.object({ store: Preview.shape.store, segments: z.array(z.string()), appVersion: z.string() }),
  shown: Preview.pick({ brand: true, items: true, tabs: true, popups: true, settings: true, notifications: true }),
  /** The last change of each shown item before the instant. Items without one are older than the history. */
  origins: z.array(Sealed),
  /** The oldest first. */
  changes: z.array(EvidenceChange),
  /** Instant up to which changes are listed, if there are more; null: the list is complete. */
  toldUntil: Instant.nullable(),
  /** Names of the stores and groups in the values. */
  names: z.record(z.string(), z.string()),
  /** Seals of the listed changes, and faulty seals between the two instants. */
  seals: z.array(EvidenceSeal),
  /** The hash chain from the first of these seals to the newest one; `brokenAt`: the first seal with a broken link. Null: no seals. */
  chain: z.object({ last: EvidenceSeal.pick({ no: true, hash: true, at: true }), brokenAt: z.number().int().nullable() }).nullable(),
  /** Command for Endcap's host that verifies all changes against the chain, which must contain the last of these seals. Null: no seals. */
  verify: z.string().nullable(),
});
export type Evidence = z.infer<typeof Evidence>;

export const evidenceRoutes = {
  read: route({
    method: 'POST',
    path: '/api/v1/evidence',
    // PREV-08
    summary: 'What a customer was shown at an instant that is over, who changed it since, the seals that prove it and how to verify them',
    access: 'admin',
    rights: 'remembered',
    body: EvidenceQuestion,
    reply: Evidence,
  }),
};
