import { cleanText } from '@endcap/contract/core';
import { warsawMinute } from '@endcap/contract/warsaw-time';
import { useFields } from '../../../form/form-store.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { lastDayBefore } from '../last-day.ts';
import { startOf } from '../send/send-form.ts';
import type { OpenSendForm } from '../send/open-send-form.ts';
import { reviewMessages } from './review.messages.ts';
import { contradictedTimes } from './time-words.ts';

const EVERY_MS = 20_000;
/** Returns true at night, when a push is unwelcome even if no quiet hours are set. */
const isNight = (time: string): boolean => time >= '22:00' || time < '06:00';

type TimeWarningsProps = { form: OpenSendForm; isQuiet: boolean };

/** Warnings about times in the text that contradict the validity, and about a send at night (E-6C). */
export const TimeWarnings = ({ form, isQuiet }: TimeWarningsProps) => {
  const words = useMessages(reviewMessages);
  const format = useFormat();
  const now = useNow(EVERY_MS);
  const { title, content, validUntil, isPlanned, startsAt } = useFields(form, ['title', 'content', 'validUntil', 'isPlanned', 'startsAt']);
  const start = isPlanned ? startOf({ isPlanned, startsAt }) : new Date(now).toISOString();
  const [firstDay, time] = start === null ? [null, null] : [warsawMinute(start).slice(0, 10), warsawMinute(start).slice(11)];
  const lastDay = lastDayBefore(validUntil);
  const contradicted =
    firstDay === null || lastDay < firstDay ? [] : contradictedTimes(cleanText(`${title}\n${content}`), { firstDay, lastDay });
  return (
    <>
      <p role="status" data-testid="odd-words">
        {contradicted.map(({ word, lastDay: day }) => words.contradicts(word, format.longDay(day), format.longDay(lastDay))).join(' ')}
      </p>
      <p role="status" data-testid="odd-night">
        {time !== null && !isQuiet && isNight(time) && words.night(time)}
      </p>
    </>
  );
};
