import type { KeptDay } from '@endcap/contract/kept-days';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { paths } from '../../lib/paths.ts';
import { LinkAnchor } from '../../ui/link-anchor.tsx';
import classes from './kept-days.module.css';
import { keptDayMessages } from './kept-days.messages.ts';

/** Loaded when a day is reserved or changed. */
export const KeptDayDialog = lazyPart(
  () => import('./kept-day-dialog.tsx'),
  (module) => module.KeptDayDialog,
);

/** Names the stores for which a day is reserved. */
const useWhom = () => {
  const words = useMessages(keptDayMessages);
  return ({ storeGroups, names, deleted }: KeptDay): string =>
    storeGroups === null
      ? words.everyStore
      : words.groups(storeGroups.map((id) => (deleted.includes(id) ? words.gone(names[id] ?? id) : (names[id] ?? id))).join(', '));
};

/** The reserved days in view, each with the number of stores' plans (CARE-06). */
export const KeptDayList = ({ days, onSaved }: { days: readonly KeptDay[]; onSaved: (day: string) => void }) => {
  const words = useMessages(keptDayMessages);
  const format = useFormat();
  const whomOf = useWhom();
  const [changed, setChanged] = useState<KeptDay | null>(null);
  return (
    <>
      {days.length > 0 && (
        <section className={classes.list} aria-label={words.list}>
          <h2>{words.list}</h2>
          <ul>
            {days.map((keptDay) => (
              <li key={keptDay._id}>
                <strong>{format.longDay(keptDay.day)}</strong>
                <span>
                  <span>{keptDay.reason ? `${whomOf(keptDay)} · ${keptDay.reason}` : whomOf(keptDay)}</span>
                  {keptDay.plans > 0 && (
                    <>
                      <span>{' · '}</span>
                      <LinkAnchor to={paths.notifications} search={{ state: 'planned' }}>
                        {words.plans(keptDay.plans, format.number(keptDay.plans))}
                      </LinkAnchor>
                    </>
                  )}
                </span>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={words.changeOf(format.longDay(keptDay.day))}
                  onClick={() => setChanged(keptDay)}
                  onPointerEnter={() => void KeptDayDialog.preload()}
                >
                  {words.change}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {changed && <KeptDayDialog keptDay={changed} first={changed.day} onClose={() => setChanged(null)} onSaved={onSaved} />}
    </>
  );
};
