import type { LinkCheck } from '@endcap/contract/links';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { linkMessages } from './link.messages.ts';

/** Returns true if the link points to a page beyond the end of the file (LINK-01). */
export const isBeyond = ({ page, pages }: LinkCheck): boolean => pages !== null && page > pages;
/** Returns true if the link has a problem. */
export const isWrong = (check: LinkCheck): boolean => !check.whole || isBeyond(check);

type Widening = NonNullable<LinkCheck['mends']['widen']>;
const dates = ['publicationStart', 'publicationEnd'] as const;

/** Returns which part of the content a fix changes: its dates, its audience, or both. */
export const widens = ({ patch }: Widening): 'dates' | 'audience' | 'both' => {
  const changed = Object.keys(patch);
  const hasDates = dates.some((field) => changed.includes(field));
  const hasOthers = changed.some((field) => !dates.some((date) => date === field));
  return hasDates && hasOthers ? 'both' : hasDates ? 'dates' : 'audience';
};

/** Returns which end of a link's validity must move so that the link opens for all of it. */
export const shortens = ({ before, after }: LinkCheck): 'start' | 'end' | 'both' =>
  before === null ? 'end' : after === null ? 'start' : 'both';

/** Describes what a fix changes in the content, with the new dates. */
export const useWidenHint = () => {
  const { widenHint, widen, newDates } = useMessages(linkMessages);
  const format = useFormat();
  const shown = { publicationStart: format.moment, publicationEnd: format.endMoment };
  return (its: Widening): string =>
    [
      widenHint(widen[widens(its)]),
      ...dates.flatMap((field) => {
        const date = its.patch[field];
        return date === undefined ? [] : [newDates[field](date === null ? newDates.none : shown[field](date))];
      }),
    ].join(' ');
};

/** Describes the problems of a link in sentences: its target, the time and the audience. */
export const useLinkWords = (is: 'sent' | 'shown') => {
  const words = useMessages(linkMessages);
  const format = useFormat();

  const whoOf = ({ stores, withoutStore, segments, versions, unable }: LinkCheck): string[] => {
    const rest = stores.count - stores.named.length;
    const names = stores.named.map(({ name }) => name).join('; ') + (rest > 0 ? ` ${words.andMore(format.number(rest))}` : '');
    const who = [
      stores.count > 0 && words.stores(stores.count, format.number(stores.count), names),
      withoutStore && words.withoutStore,
      segments.length > 0 && words.segments(segments.join(', ')),
      versions.length > 0 && words.versions(versions.join(', ')),
    ].filter((one) => one !== false);
    return who.length === 0 && (unable ?? 0) > 0 ? [words.elsewhere] : who;
  };

  return (check: LinkCheck): string[] => {
    if (check.gone) return [words.gone];
    const { before, after, never: isNever, unable, devices } = check;
    const who = whoOf(check);
    const counted = (is === 'sent' ? words.unableSent : words.unableShown)(format.number(unable ?? 0), format.number(devices ?? 0));
    return [
      isNever && words.never,
      !isNever && before !== null && words.before(format.moment(before.until ?? before.from)),
      !isNever && after !== null && words.after(format.endMoment(after.from)),
      !isNever && who.length > 0 && `${(unable ?? 0) > 0 ? counted : words.closed}: ${who.join('; ')}.`,
      isBeyond(check) && words.beyond(format.number(check.page), format.number(check.pages ?? 0)),
    ].filter((sentence) => sentence !== false);
  };
};
