import type { Usage } from '@endcap/contract/core';
import { pluginUsage } from '@endcap/contract/plugins';
import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { type Language, plural, useLanguage, useMessages } from '../lib/language.tsx';
import { paths } from '../lib/paths.ts';
import { withOther } from '../lib/with-other.ts';
import { deleteMessages } from './frame.messages.ts';
import classes from './questions.module.css';

/** A noun in its plural forms, and the text after it, which is the same for every count. */
type Words = { noun: Parameters<typeof plural>[2]; rest?: string };

const urzadzenie = { one: 'urządzenie', few: 'urządzenia', many: 'urządzeń', other: 'urządzenia' };
const device = { one: 'device', other: 'devices' };

const nouns: Record<Language, Record<Usage['kind'] | 'other', Words>> = {
  pl: {
    storeGroup: { noun: { one: 'grupa', few: 'grupy', many: 'grup', other: 'grupy' }, rest: 'sklepów' },
    notification: {
      noun: { one: 'ważne powiadomienie', few: 'ważne powiadomienia', many: 'ważnych powiadomień', other: 'ważnego powiadomienia' },
    },
    savedAudience: {
      noun: { one: 'pozycja', few: 'pozycje', many: 'pozycji', other: 'pozycji' },
      rest: 'wśród zapisanych odbiorców',
    },
    content: { noun: { one: 'treść', other: 'treści' } },
    popup: { noun: { one: 'popup', few: 'popupy', many: 'popupów', other: 'popupu' } },
    knowledge: { noun: { one: 'pozycja', few: 'pozycje', many: 'pozycji', other: 'pozycji' }, rest: 'bazy wiedzy' },
    settings: { noun: { one: 'miejsce', few: 'miejsca', many: 'miejsc', other: 'miejsca' }, rest: 'w ustawieniach' },
    staff: { noun: { one: 'pracownik', few: 'pracowników', many: 'pracowników', other: 'pracownika' } },
    mainDevice: { noun: urzadzenie, rest: 'z tym sklepem jako głównym' },
    subscribedDevice: { noun: urzadzenie, rest: 'z subskrypcją jego powiadomień' },
    ...pluginUsage.pl,
    other: { noun: { one: 'inne miejsce', few: 'inne miejsca', many: 'innych miejsc', other: 'innego miejsca' } },
  },
  en: {
    storeGroup: { noun: { one: 'store group', other: 'store groups' } },
    notification: { noun: { one: 'valid notification', other: 'valid notifications' } },
    savedAudience: { noun: { one: 'saved audience', other: 'saved audiences' } },
    content: { noun: { one: 'content item', other: 'content items' } },
    popup: { noun: { one: 'popup', other: 'popups' } },
    knowledge: { noun: { one: 'knowledge item', other: 'knowledge items' } },
    settings: { noun: { one: 'place', other: 'places' }, rest: 'in the settings' },
    staff: { noun: { one: 'employee', other: 'employees' } },
    mainDevice: { noun: device, rest: 'with it as main store' },
    subscribedDevice: { noun: device, rest: 'subscribed to its notifications' },
    ...pluginUsage.en,
    other: { noun: { one: 'other place', other: 'other places' } },
  },
};

/** Returns the count and kind of usages in the right plural form, such as `12 grup sklepów`. */
export const usageWords = (language: Language, kind: Usage['kind'], count: number): string => {
  const { noun, rest } = withOther(nouns[language], kind, nouns[language].other);
  const counted = `${new Intl.NumberFormat(language, { useGrouping: 'always' }).format(count)} ${plural(language, count, noun)}`;
  return rest === undefined ? counted : `${counted} ${rest}`;
};

const PageLink = createLink((props: AnchorProps & ComponentProps<'a'>) => <Anchor component="a" {...props} />);

type Item = Usage['items'][number];
type Target = { to: string; params?: Record<string, string>; search?: Record<string, string> };
const byId =
  (to: string, param: string) =>
  ({ id }: Item): Target | null =>
    id === null ? null : { to, params: { [param]: id } };

/** Editor or page of each kind of item that can use another one. */
const pages: Partial<Record<Usage['kind'], (item: Item) => Target | null>> = {
  storeGroup: byId(paths.storeGroupsEdit, 'storeGroupId'),
  content: byId(paths.contentEdit, 'contentId'),
  notification: byId(paths.notificationDetails, 'notificationId'),
  popup: byId(paths.popupEdit, 'popupId'),
  knowledge: byId(paths.knowledgeEdit, 'knowledgeId'),
};
const inCalendar = ({ name }: Item): Target => ({ to: paths.calendar, search: { from: name } });

const User = ({ kind, item }: { kind: Usage['kind']; item: Item }) => {
  const target = Object.hasOwn(pluginUsage.pl, kind) ? inCalendar(item) : pages[kind]?.(item);
  return target ? <PageLink {...target}>{item.name}</PageLink> : <span>{item.name}</span>;
};

/** Lists the items that use an item, each as a link to its page (ux 19, D-31). */
export const UsageList = ({ usage }: { usage: readonly Usage[] }) => {
  const words = useMessages(deleteMessages);
  const language = useLanguage();
  return (
    <ul className={classes.usage}>
      {usage.map(({ kind, count, items }) => {
        const named = items.filter(({ name }) => name !== '');
        return (
          <li key={kind}>
            <span>{usageWords(language, kind, count)}</span>
            {named.length > 0 && (
              <span>
                <span>{': '}</span>
                {named.map((item, at) => (
                  <span key={item.id ?? item.name}>
                    {at > 0 && <span>{', '}</span>}
                    <User kind={kind} item={item} />
                  </span>
                ))}
                {count > named.length && <span>{` ${words.andMore(count - named.length)}`}</span>}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
};
