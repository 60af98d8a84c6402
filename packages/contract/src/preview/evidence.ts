import { z } from 'zod';
import { Instant, route } from '../core/index.ts';
import { type HistoryKind, HistoryRow } from '../history/index.ts';
import { Preview, PreviewInstant, viewerFields } from './preview.ts';

/** The kinds of items whose changes a customer may notice. */
const evidenceKinds = ['content', 'popup', 'settings', 'store', 'storeGroup', 'notification'] as const satisfies HistoryKind[];
export type EvidenceKind = (typeof evidenceKinds)[number];

/** Changes that are told of one question; of more, the first ones (PREV-08). */
export const EVIDENCE_CHANGES_MOST = 2_000;

/** PREV-08: a customer, an instant that is over, and until when changes are told; null: until now. */
export const EvidenceQuestion = z.object({
  ...viewerFields,
  at: PreviewInstant,
  until: PreviewInstant.nullable().default(null),
});
export type EvidenceQuestion = z.output<typeof EvidenceQuestion>;

/** A change as the seals have it: as it was sealed, not sealed yet, not what was sealed, or put in later under an earlier date. */
const sealStates = ['sealed', 'open', 'altered', 'inserted'] as const;

/** Who did what, and the number of the seal that covers it; null: none does yet. */
const Sealed = HistoryRow.pick({ _id: true, at: true, person: true }).extend({
  kind: z.enum(evidenceKinds),
  item: z.string(),
  action: HistoryRow.shape.action,
  /** What it was called then. */
  label: z.string().nullable(),
  seal: z.number().int().nullable(),
  sealState: z.enum(sealStates),
});

/** A change between the two instants that this customer may have noticed; of lists of stores and groups what left and what came. */
const EvidenceChange = Sealed.extend({
  fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type EvidenceChange = z.infer<typeof EvidenceChange>;

const faults = ['seal', 'altered', 'removed', 'inserted'] as const;
/** One seal. `fault`: it is not what was written itself, or the change of that number was altered, removed or put in later. */
const EvidenceSeal = z.object({
  no: z.number().int(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: Instant,
  /** How many changes it covers. */
  changes: z.number().int(),
  fault: z.object({ what: z.enum(faults), change: z.string().nullable() }).nullable(),
});

/** What a customer was shown at an instant that is over, who changed it since, and what proves it. */
export const Evidence = z.object({
  at: Instant,
  until: Instant,
  /** When it was asked for. */
  askedAt: Instant,
  viewer: z.object({ store: Preview.shape.store, segments: z.array(z.string()), appVersion: z.string() }),
  shown: Preview.pick({ brand: true, items: true, tabs: true, popups: true, settings: true, notifications: true }),
  /** The last change before the instant of everything that was shown: by it, it was as it was shown. What has none is older than the history. */
  origins: z.array(Sealed),
  /** The oldest first. */
  changes: z.array(EvidenceChange),
  /** There are more changes after this instant; null: all are told. */
  toldUntil: Instant.nullable(),
  /** What stores and groups of the values are called. */
  names: z.record(z.string(), z.string()),
  /** Those that cover a change which is told, and those between the two instants that do not hold. */
  seals: z.array(EvidenceSeal),
  /** From the first of these seals to the last of all each is bound to the one before; `brokenAt`: the first that is not. Null: there is no seal. */
  chain: z.object({ last: EvidenceSeal.pick({ no: true, hash: true, at: true }), brokenAt: z.number().int().nullable() }).nullable(),
  /** Run where Endcap runs: says whether every change is as it was sealed and the chain holds the last of these seals. Null: nothing is sealed yet. */
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
