import type { Usage } from '@endcap/contract/core';
import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { type Language, plural, useLanguage, useMessages } from '../lib/language.tsx';
import { paths } from '../lib/paths.ts';
import { withOther } from '../lib/with-other.ts';
import { deleteMessages } from './frame.messages.ts';
import classes from './questions.module.css';

/** A noun in the forms that numbers ask for, and what follows it whatever the number. */
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
    keptDay: {
      noun: { one: 'dzień zarezerwowany', few: 'dni zarezerwowane', many: 'dni zarezerwowanych', other: 'dnia zarezerwowanego' },
      rest: 'dla centrali',
    },
    content: { noun: { one: 'treść', other: 'treści' } },
    popup: { noun: { one: 'popup', few: 'popupy', many: 'popupów', other: 'popupu' } },
    knowledge: { noun: { one: 'pozycja', few: 'pozycje', many: 'pozycji', other: 'pozycji' }, rest: 'bazy wiedzy' },
    settings: { noun: { one: 'miejsce', few: 'miejsca', many: 'miejsc', other: 'miejsca' }, rest: 'w ustawieniach' },
    staff: { noun: { one: 'pracownik', few: 'pracowników', many: 'pracowników', other: 'pracownika' } },
    mainDevice: { noun: urzadzenie, rest: 'z tym sklepem jako głównym' },
    subscribedDevice: { noun: urzadzenie, rest: 'z subskrypcją jego powiadomień' },
    other: { noun: { one: 'inne miejsce', few: 'inne miejsca', many: 'innych miejsc', other: 'innego miejsca' } },
  },
  en: {
    storeGroup: { noun: { one: 'store group', other: 'store groups' } },
    notification: { noun: { one: 'valid notification', other: 'valid notifications' } },
    savedAudience: { noun: { one: 'saved audience', other: 'saved audiences' } },
    keptDay: { noun: { one: 'day', other: 'days' }, rest: 'reserved for head office' },
    content: { noun: { one: 'content item', other: 'content items' } },
    popup: { noun: { one: 'popup', other: 'popups' } },
    knowledge: { noun: { one: 'knowledge item', other: 'knowledge items' } },
    settings: { noun: { one: 'place', other: 'places' }, rest: 'in the settings' },
    staff: { noun: { one: 'employee', other: 'employees' } },
    mainDevice: { noun: device, rest: 'with it as main store' },
    subscribedDevice: { noun: device, rest: 'subscribed to its notifications' },
    other: { noun: { one: 'other place', other: 'other places' } },
  },
};

/** `12 grup sklepów`: what uses an item, in the form that the number asks for. */
export const usageWords = (language: Language, kind: Usage['kind'], count: number): string => {
  const { noun, rest } = withOther(nouns[language], kind, nouns[language].other);
  const counted = `${new Intl.NumberFormat(language, { useGrouping: 'always' }).format(count)} ${plural(language, count, noun)}`;
  return rest === undefined ? counted : `${counted} ${rest}`;
};

const PageLink = createLink((props: AnchorProps & ComponentProps<'a'>) => <Anchor component="a" {...props} />);

/** Where a user of an item is read and changed. */
const pages: Partial<Record<Usage['kind'], { to: string; param: string }>> = {
  storeGroup: { to: paths.storeGroupsEdit, param: 'storeGroupId' },
  content: { to: paths.contentEdit, param: 'contentId' },
  notification: { to: paths.notificationDetails, param: 'notificationId' },
  popup: { to: paths.popupEdit, param: 'popupId' },
  knowledge: { to: paths.knowledgeEdit, param: 'knowledgeId' },
};

const User = ({ kind, item: { id, name } }: { kind: Usage['kind']; item: Usage['items'][number] }) => {
  const page = pages[kind];
  // Its date is its name, and the list above the calendar is where it is changed.
  if (kind === 'keptDay')
    return (
      <PageLink to={paths.calendar} search={{ from: name }}>
        {name}
      </PageLink>
    );
  return page && id !== null ? (
    <PageLink to={page.to} params={{ [page.param]: id }}>
      {name}
    </PageLink>
  ) : (
    <span>{name}</span>
  );
};

/** What uses an item, each as a link to where it does (ux 19, D-31). */
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
