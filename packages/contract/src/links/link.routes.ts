import { z } from 'zod';
import { VersionExpression } from '../app-version/index.ts';
import { AudienceRule } from '../audience/index.ts';
import { atMost, code, Id, route, singleLine, withoutInvisible } from '../core/index.ts';
import { EstimateAudience, ExtendNotification, URL_MAX_LENGTH } from '../notifications/index.ts';
import { dayOrInstant, SentInstant } from '../warsaw-time/index.ts';
import { LinkCheck } from './link-check.ts';
import { LinkSource } from './link-life.ts';

/** Links that are checked at once: those of a form, each once. */
export const LINKS_AT_ONCE = 100;
const url = z.string(code('required')).overwrite(withoutInvisible).max(URL_MAX_LENGTH, code('tooLong'));

/** Audience, link, start (null: now) and end of a notification. Without an end, the link is checked at the start only. */
const CheckSentLink = EstimateAudience.extend({
  url,
  startsAt: SentInstant.nullable().default(null),
  validUntil: ExtendNotification.shape.validUntil.nullable().default(null),
});

const segmentNames = z.array(atMost(singleLine, 100)).max(500, code('tooMany'));

/** Links of shown content, with its audience and its time; an empty start is now. */
const CheckShownLinks = AudienceRule.extend({
  urls: z.array(url).max(LINKS_AT_ONCE, code('tooMany')),
  segments: segmentNames.default([]),
  version: VersionExpression.default(''),
  from: dayOrInstant.default(null),
  until: dayOrInstant.default(null),
  /** The parts of an audience that this kind of content has; `dates`: a start and an end. */
  has: z.object({ stores: z.boolean(), segments: z.boolean(), version: z.boolean(), dates: z.boolean() }),
});

/** An entity with a link to an item; `kind` and `id` lead to its page. */
const LinkingItem = z.object({
  kind: z.enum(['notification', 'popup', 'content', 'settings']),
  id: Id.nullable(),
  name: z.string(),
  source: LinkSource,
});
export type LinkingItem = z.infer<typeof LinkingItem>;
/** So many of a kind at most, the newest. */
export const LINKING_MOST = 200;

export const linkRoutes = {
  checkSent: route({
    method: 'POST',
    path: '/api/v1/notification-editor/link-check',
    // LINK-01
    summary: 'How many devices of a send could not open the content item that it leads to, when, and what mends it',
    access: 'staff',
    rights: 'remembered',
    body: CheckSentLink,
    reply: z.object({ link: LinkCheck.nullable() }),
  }),
  check: route({
    method: 'POST',
    path: '/api/v1/links/check',
    // LINK-01
    summary: 'Who would land on nothing by the links of something that is shown, when, and what mends it',
    access: 'admin',
    rights: 'remembered',
    body: CheckShownLinks,
    reply: z.array(LinkCheck),
  }),
  leadingTo: route({
    method: 'GET',
    path: '/api/v1/links/:contentId',
    // LINK-03
    summary: 'What leads to an item: notifications still valid, popups, other content, settings',
    access: 'admin',
    params: z.object({ contentId: Id }),
    reply: z.array(LinkingItem),
  }),
};
