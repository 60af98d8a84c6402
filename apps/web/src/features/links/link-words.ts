import type { LinkCheck } from '@endcap/contract/links';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { linkMessages } from './link.messages.ts';

/** Whether a page is named that the file has not (LINK-01). */
export const isBeyond = ({ page, pages }: LinkCheck): boolean => pages !== null && page > pages;
/** Whether there is anything to say. */
export const isWrong = (check: LinkCheck): boolean => !check.whole || isBeyond(check);

/** What is wrong with a link, in sentences: what it opens at all, when, and to whom. */
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
