import { nameWithCity } from '@endcap/contract/core';
import { cardsOf, contentWords, tabs } from '@endcap/contract/content';
import type { Evidence } from '@endcap/contract/preview';
import type { ReactNode } from 'react';
import { whoOf } from '../../../frames/history/history.messages.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useLanguage, useMessages } from '../../../lib/language.tsx';
import { withOther } from '../../../lib/with-other.ts';
import { CutText } from './cut-text.tsx';
import { evidenceMessages } from './evidence.messages.ts';
import { plainText } from './plain-text.ts';
import classes from './evidence.module.css';
import { SealMark } from './seal-mark.tsx';

type Origin = Evidence['origins'][number];
type Thing = { kind: Origin['kind']; id: string; name: string; of: string; where: string };

/** Returns the items shown, in the order of the app: cards, popups and notifications, then the data that they depend on. */
const useThings = ({ shown, viewer: { store }, origins }: Evidence): Thing[] => {
  const words = useMessages(evidenceMessages);
  const format = useFormat();
  const { types, tabs: tabNames } = contentWords[useLanguage()];
  const { other } = useMessages(commonMessages);
  const { items, popups, notifications } = shown;
  const byId = new Map(items.map((item) => [item._id, item]));
  const onTabs = new Map(
    tabs.map((tab) => {
      const fed = shown.tabs[tab].flatMap((id) => byId.get(id) ?? []);
      return [tab, new Set(cardsOf(fed, tab).map(({ _id }) => _id))];
    }),
  );
  const typeOf = ({ contentType }: (typeof items)[number]): string => withOther(types, contentType, other);
  const marks = ({ pinned, clickable }: (typeof items)[number]): string[] => [
    ...(pinned ? [words.pinned] : []),
    ...(clickable ? [] : [words.notOpened]),
  ];
  return [
    ...items.map((item) => ({
      kind: 'content' as const,
      id: item._id,
      name: item.title ?? typeOf(item),
      of: [typeOf(item), ...marks(item)].join(', '),
      where: tabs
        .filter((tab) => onTabs.get(tab)?.has(item._id))
        .map((tab) => tabNames[tab])
        .join(', '),
    })),
    ...popups.map(({ _id, text }) => ({ kind: 'popup' as const, id: _id, name: plainText(text), of: words.popup, where: '' })),
    ...notifications.map(({ _id, title, content, sentAt, safety }) => ({
      kind: 'notification' as const,
      id: _id,
      name: `${title}: ${content}`,
      of: `${safety ? words.safety : words.notification}, ${format.minute(sentAt)}`,
      where: '',
    })),
    { kind: 'settings', id: 'settings', name: words.settings, of: shown.brand.name, where: '' },
    ...(store ? [{ kind: 'store' as const, id: store.id, name: nameWithCity(store), of: words.store, where: '' }] : []),
    ...origins
      .filter(({ kind }) => kind === 'storeGroup')
      .map(({ item, label }) => ({ kind: 'storeGroup' as const, id: item, name: label ?? words.group, of: words.group, where: '' })),
  ];
};

const LastChange = ({ origin, program }: { origin: Origin | undefined; program: string }): ReactNode => {
  const words = useMessages(evidenceMessages);
  const format = useFormat();
  if (!origin) return <span>{words.older}</span>;
  return (
    <>
      <time dateTime={origin.at} translate="no">
        {format.minute(origin.at)}
      </time>{' '}
      <span>{whoOf(origin.person, program)}</span>
    </>
  );
};

/** Items that the customer saw, one line each, with the last change before that time. */
export const ShownThings = ({ evidence, program }: { evidence: Evidence; program: string }) => {
  const words = useMessages(evidenceMessages);
  const things = useThings(evidence);
  const origins = new Map(evidence.origins.map((origin) => [`${origin.kind} ${origin.item}`, origin]));
  return (
    <>
      {evidence.shown.items.length === 0 && <p className={classes.small}>{words.nothingShown}</p>}
      <table className={classes.things}>
        <thead>
          <tr>
            <th scope="col">{words.what}</th>
            <th scope="col">{words.where}</th>
            <th scope="col">{words.lastChange}</th>
            <th scope="col">{words.seal}</th>
          </tr>
        </thead>
        <tbody>
          {things.map(({ kind, id, name, of, where }) => {
            const origin = origins.get(`${kind} ${id}`);
            return (
              <tr key={`${kind} ${id}`}>
                <th scope="row">
                  <CutText of={of}>{name}</CutText> <small>{of}</small>
                </th>
                <td data-empty={where === '' || undefined}>{where}</td>
                <td>
                  <LastChange origin={origin} program={program} />
                </td>
                <td data-label={words.seal} data-empty={!origin || undefined}>
                  {origin && <SealMark of={origin} />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
};
