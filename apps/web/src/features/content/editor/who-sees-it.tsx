import { windowState } from '@endcap/contract/audience';
import { type Content, availabilityOf, differenceOf } from '@endcap/contract/content';
import { Alert, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useEntity } from '../../../frames/editor-spec.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { contentMessages } from '../content.messages.ts';
import { content } from '../content.queries.ts';
import classes from './content-editor.module.css';
import { type ContentEditor, useAimed } from './content-form.ts';

const AvailabilityDialog = lazyPart(
  () => import('./availability-dialog.tsx'),
  (module) => module.AvailabilityDialog,
);

const CLOCK_MS = 30_000;

/** The published state in words, with the date that changes it (ux 13, STATE-01..03). */
const usePublicationWords = (item: Pick<Content, 'publicationStart' | 'publicationEnd'>, now: number): string => {
  const words = useMessages(contentMessages).audience;
  const format = useFormat();
  const { publicationStart: start, publicationEnd: end } = item;
  switch (windowState(item, now)) {
    case 'open':
      return end ? words.liveUntil(format.endMoment(end)) : words.live;
    case 'notYet':
      return words.liveFrom(format.moment(start ?? ''));
    case 'over':
      return words.over(format.endMoment(end ?? ''));
  }
};

/** Audience of the unsaved item, and how a save would change it. Uses the same `decide()` as the feed. */
export const WhoSeesIt = ({ editor }: { editor: ContentEditor }) => {
  const words = useMessages(contentMessages).audience;
  const common = useMessages(commonMessages);
  const format = useFormat();
  const { data, isError, refetch } = useQuery(content.knownStores());
  const [opened, setOpened] = useState(false);
  const now = useNow(CLOCK_MS);
  const aimed = useDeferredValue(useAimed(editor));
  const entity = useEntity(editor);
  const state = usePublicationWords(aimed, now);
  const availability = useMemo(() => {
    if (!data) return null;
    const after = availabilityOf(aimed, data.stores, now);
    const difference = entity ? differenceOf(availabilityOf(entity, data.stores, now), after) : { lost: [], gained: [] };
    return { after, difference, shown: after.filter(({ aimedAt }) => aimedAt).length };
  }, [aimed, entity, data, now]);

  return (
    <section className={classes.who} aria-label={words.title}>
      <h2>{words.title}</h2>
      {isError ? (
        <Alert color="red" variant="light">
          <span>{words.failed}</span>{' '}
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            {common.retry}
          </Button>
        </Alert>
      ) : (
        <>
          <div role="status" data-testid="who-sees-it" aria-busy={!availability}>
            {!entity && <span>{words.notYet}</span>}
            <strong>
              {availability ? (
                words.stores(availability.shown, format.number(availability.shown), format.number(availability.after.length))
              ) : (
                <Skeleton component="span" display="block" h="1lh" w={120} />
              )}
            </strong>
            <span>{state}</span>
            {aimed.disabled && <span className={classes.change}>{words.greyed}</span>}
            {(aimed.segments.length > 0 || aimed.version.trim() !== '') && (
              <small>{words.narrowed(aimed.segments.join(', '), aimed.version)}</small>
            )}
            {availability && (availability.difference.lost.length > 0 || availability.difference.gained.length > 0) && (
              <span className={classes.change}>
                {words.change(availability.difference.lost.length, availability.difference.gained.length)}
              </span>
            )}
          </div>
          <Button size="compact-sm" variant="default" disabled={!availability} onClick={() => setOpened(true)}>
            {words.why}
          </Button>
          {opened && availability && data && (
            <AvailabilityDialog
              rows={availability.after}
              difference={availability.difference}
              groups={data.groups}
              onClose={() => setOpened(false)}
            />
          )}
        </>
      )}
    </section>
  );
};
