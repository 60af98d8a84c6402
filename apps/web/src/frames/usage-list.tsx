import type { Usage } from '@endcap/contract/core';
import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useLanguage, useMessages } from '../lib/language.tsx';
import { paths } from '../lib/paths.ts';
import { deleteMessages } from './delete.messages.ts';
import classes from './questions.module.css';
import { usageWords } from './usage.messages.ts';

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
    name
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
            {usageWords(language, kind, count)}
            {named.length > 0 && (
              <span>
                {': '}
                {named.map((item, at) => (
                  <span key={item.id ?? item.name}>
                    {at > 0 && ', '}
                    <User kind={kind} item={item} />
                  </span>
                ))}
                {count > named.length && ` ${words.andMore(count - named.length)}`}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
};
