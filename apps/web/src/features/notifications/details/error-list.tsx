import { readSendingError } from '@endcap/contract/notifications';
import { Alert, Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useState } from 'react';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { detailsMessages } from './details.messages.ts';
import { type ErrorGroup, groupErrors } from './group-errors.ts';
import classes from './notification-details.module.css';
import { useNextStep } from './use-next-step.ts';

const SHOWN_AT_ONCE = 10;
const ROW_PX = 44;

/** One error in words with its number and what to do; the text of the push service is shown as it is (N22). */
const ErrorText = ({ group: { error, count, isFirst } }: { group: ErrorGroup }) => {
  const words = useMessages(detailsMessages);
  const nextStep = useNextStep();
  const format = useFormat();
  const known = readSendingError(error);
  return (
    <>
      {count > 1 && <strong>{`${words.times(format.number(count))} `}</strong>}
      <span>{known ? words.errors[known.code] : error}</span>
      {known?.said && <code translate="no">{known.said}</code>}
      {isFirst && known && nextStep(known.code) && <span className={classes.nextStep}>{nextStep(known.code)}</span>}
    </>
  );
};

/** However many there are, only the rows in view are painted. */
const Rest = ({ groups }: { groups: readonly ErrorGroup[] }) => {
  const words = useMessages(detailsMessages);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  // The button that asked for it is gone (WCAG 2.4.3).
  useEffect(() => scroller?.focus(), [scroller]);
  // oxlint-disable-next-line react/incompatible-library -- about the React compiler, which is not used here
  const rows = useVirtualizer({ count: groups.length, getScrollElement: () => scroller, estimateSize: () => ROW_PX, overscan: 4 });
  return (
    // A box that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={setScroller} className={classes.rest} aria-label={words.rest} tabIndex={0}>
      <ul className={classes.errors} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const group = groups[index];
          return (
            group && (
              <li
                key={group.error}
                ref={rows.measureElement}
                data-index={index}
                aria-setsize={groups.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
              >
                <ErrorText group={group} />
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
};

/** All of them as text, for whoever is asked about them (D7). */
const CopyErrors = ({ errors }: { errors: readonly string[] }) => {
  const words = useMessages(detailsMessages);
  const { isCopied, copy } = useCopy(errors.join('\n'));
  return (
    <Button size="compact-sm" variant="default" mt="sm" mr="xs" onClick={copy}>
      {isCopied ? words.copied : words.copyErrors}
    </Button>
  );
};

/** NOTIF-DET-17, 18: every error is listed, equal ones once with their number, the first ten at once (D-4A). */
export const ErrorList = ({ errors }: { errors: readonly string[] }) => {
  const words = useMessages(detailsMessages);
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const groups = groupErrors(errors);
  const rest = groups.slice(SHOWN_AT_ONCE);
  return (
    <Alert color="red" variant="light" title={words.failed} role="alert" mb="md" className={classes.failed ?? ''}>
      <ul className={classes.errors}>
        {groups.slice(0, SHOWN_AT_ONCE).map((group) => (
          <li key={group.error}>
            <ErrorText group={group} />
          </li>
        ))}
      </ul>
      <CopyErrors errors={errors} />
      {rest.length > 0 &&
        (isWhole ? (
          <Rest groups={rest} />
        ) : (
          <Button size="compact-sm" variant="default" mt="sm" onClick={() => setWhole(true)}>
            {words.showRest(rest.length, format.number(rest.length))}
          </Button>
        ))}
    </Alert>
  );
};
