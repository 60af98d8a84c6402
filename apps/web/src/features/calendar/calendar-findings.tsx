import type { Calendar } from '@endcap/contract/calendar';
import { lastDayOf } from '@endcap/contract/warsaw-time';
import { Alert } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import classes from './calendar.module.css';
import { calendarMessages } from './calendar.messages.ts';

const EANS = 3;

/** Gaps and collisions in the plan (CAL-04). */
export const CalendarFindings = ({ calendar: { gap, collisions, moreCollisions } }: { calendar: Calendar }) => {
  const words = useMessages(calendarMessages);
  const format = useFormat();
  if (!gap && collisions.length === 0) return null;
  const listed = (names: readonly string[], all: number): string =>
    [...names, ...(all > names.length ? [words.andMore(format.number(all - names.length))] : [])].join(', ');
  const daysOf = (from: string | null, to: string | null): string => {
    const [first, last] = [from && format.day(from), to && lastDayOf(to)];
    // One coupon ends at the midnight at which the other begins.
    if (first && last && last < first) return format.longDay(first);
    return `${first ? format.longDay(first) : words.ever} – ${last ? format.longDay(last) : words.always}`;
  };
  return (
    <Alert color="yellow" variant="light" className={classes.findings ?? ''} role="region" aria-label={words.findings}>
      <strong>{words.findings}</strong>
      <ul>
        {gap && (
          <li>
            {words.gap(
              format.dayAndMonth(gap.day),
              gap.stores,
              format.number(gap.stores),
              listed(
                gap.named.map(({ name }) => name),
                gap.stores,
              ),
            )}
          </li>
        )}
        {collisions.map(({ coupons, eans, from, to, stores }) => (
          <li key={coupons.map(({ _id }) => _id).join()}>
            {coupons.map(({ _id, name }, at) => (
              <Fragment key={_id}>
                {at > 0 && <span>{` ${words.and} `}</span>}
                <Link to={paths.contentEdit} params={{ contentId: _id }}>
                  {name || '–'}
                </Link>
              </Fragment>
            ))}
            <span>{`: ${words.collision(stores, format.number(stores), listed(eans.slice(0, EANS), eans.length), daysOf(from, to))}`}</span>
          </li>
        ))}
      </ul>
      {moreCollisions > 0 && <p>{words.moreCollisions(format.number(moreCollisions))}</p>}
    </Alert>
  );
};
