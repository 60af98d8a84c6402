import { z } from 'zod';
import { audienceRuleAnswers } from '../audience/index.ts';
import { Id, Instant } from '../core/index.ts';

/** Number of stores that a response names; it only counts the rest. */
export const STORES_NAMED = 5;

const Gap = z.object({ from: Instant, until: Instant.nullable() });
const audiencePart = { ...audienceRuleAnswers, segments: z.array(z.string()), version: z.string() };

/** Customers who have a link and cannot open it, and when (LINK-01), with possible fixes; a fix that does not apply is null (LINK-02). */
export const LinkCheck = z.object({
  url: z.string(),
  contentId: Id,
  /** Internal name of the item; null if it never existed. */
  name: z.string().nullable(),
  gone: z.boolean(),
  /** True if everyone who has the link can open it for as long as they have it. */
  whole: z.boolean(),
  page: z.number().int(),
  /** Pages of the item's pdf; null when it has none that can be read. */
  pages: z.number().int().nullable(),
  /** True if the item is published at no instant of the link's life. */
  never: z.boolean(),
  /** Gaps before and after the publication of the item, in which the link opens for no one. */
  before: Gap.nullable(),
  after: Gap.nullable(),
  /** Stores whose customers cannot open it; the first are named. */
  stores: z.object({ count: z.number().int(), named: z.array(z.object({ _id: Id, name: z.string() })) }),
  withoutStore: z.boolean(),
  /** The segments that the item is for, where the link is for others as well. */
  segments: z.array(z.string()),
  /** App versions that cannot open it, examples. */
  versions: z.array(z.string()),
  /** Devices that have the link, and those that cannot open it while it is published; null if they were not counted. */
  devices: z.number().int().nullable(),
  unable: z.number().int().nullable(),
  mends: z.object({
    narrow: z.object(audiencePart).nullable(),
    /** The fields of the item that change, with the tag of the item that the change is based on. */
    widen: z
      .object({
        tag: z.string(),
        patch: z.object({ ...audiencePart, publicationStart: Instant.nullable(), publicationEnd: Instant.nullable() }).partial(),
      })
      .nullable(),
    shorten: Gap.nullable(),
  }),
});
export type LinkCheck = z.infer<typeof LinkCheck>;
