import { z } from 'zod';
import { audienceRuleAnswers } from '../audience/index.ts';
import { Id, Instant } from '../core/index.ts';

/** Stores that an answer names; the rest is counted. */
export const STORES_NAMED = 5;

const Gap = z.object({ from: Instant, until: Instant.nullable() });
const audiencePart = { ...audienceRuleAnswers, segments: z.array(z.string()), version: z.string() };

/** LINK-01: who of those that have a link would land on nothing, and when; LINK-02: what mends it, each null where it does not. */
export const LinkCheck = z.object({
  url: z.string(),
  contentId: Id,
  /** As staff know the item; null when it never was. */
  name: z.string().nullable(),
  gone: z.boolean(),
  /** Whether whoever has the link can open it whenever they have it. */
  whole: z.boolean(),
  page: z.number().int(),
  /** Pages of the item's pdf; null when it has none that can be read. */
  pages: z.number().int().nullable(),
  /** Whether the item is published at no instant of the link's life. */
  never: z.boolean(),
  /** Until the item is published, and from when it is no more: then nobody can open it. */
  before: Gap.nullable(),
  after: Gap.nullable(),
  /** Stores whose customers cannot open it; the first are named. */
  stores: z.object({ count: z.number().int(), named: z.array(z.object({ _id: Id, name: z.string() })) }),
  withoutStore: z.boolean(),
  /** The segments that the item is for, where the link is for others as well. */
  segments: z.array(z.string()),
  /** App versions that cannot open it, examples. */
  versions: z.array(z.string()),
  /** Devices that have the link, and those that cannot open it while it is published; null where nobody counted them. */
  devices: z.number().int().nullable(),
  unable: z.number().int().nullable(),
  mends: z.object({
    narrow: z.object(audiencePart).nullable(),
    /** With the item's tag: who widens it says which item they saw. */
    widen: z
      .object({
        tag: z.string(),
        patch: z.object({ ...audiencePart, publicationStart: Instant.nullable(), publicationEnd: Instant.nullable() }),
      })
      .nullable(),
    shorten: Gap.nullable(),
  }),
});
export type LinkCheck = z.infer<typeof LinkCheck>;
