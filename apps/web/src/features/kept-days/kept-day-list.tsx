import type { KeptDay } from '@endcap/contract/kept-days';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { paths } from '../../lib/paths.ts';
import { LinkAnchor } from '../../ui/link-anchor.tsx';
import classes from './kept-days.module.css';
import { keptDayMessages } from './kept-days.messages.ts';

/** Comes when a day is reserved or changed. */
export const KeptDayDialog = lazyPart(
  () => import('./kept-day-dialog.tsx'),
  (module) => module.KeptDayDialog,
);

/** For whom a day is kept free, in words. */
const useWhom = () => {
  const words = useMessages(keptDayMessages);
  return ({ storeGroups, names, deleted }: KeptDay): string =>
    storeGroups === null
      ? words.everyStore
      : words.groups(storeGroups.map((id) => (deleted.includes(id) ? words.gone(names[id] ?? id) : (names[id] ?? id))).join(', '));
};

/** CARE-06: the reserved days among those in view, each with the number of plans of stores. */
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
            {days.map((kept) => (
              <li key={kept._id}>
                <strong>{format.dayAndMonth(kept.day)}</strong>
                <span>
                  <span>{kept.reason ? `${whomOf(kept)} · ${kept.reason}` : whomOf(kept)}</span>
                  {kept.plans > 0 && (
                    <>
                      <span>{' · '}</span>
                      <LinkAnchor to={paths.notifications} search={{ state: 'planned' }}>
                        {words.plans(kept.plans, format.number(kept.plans))}
                      </LinkAnchor>
                    </>
                  )}
                </span>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={words.changeOf(format.dayAndMonth(kept.day))}
                  onClick={() => setChanged(kept)}
                  onPointerEnter={() => void KeptDayDialog.preload()}
                >
                  {words.change}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {changed && <KeptDayDialog kept={changed} first={changed.day} onClose={() => setChanged(null)} onSaved={onSaved} />}
    </>
  );
};
