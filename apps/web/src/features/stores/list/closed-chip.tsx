import type { StoreRow } from '@endcap/contract/stores';
import { nextClosure } from '@endcap/contract/trading-days';
import { Badge } from '@mantine/core';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { useToday } from '../../../lib/use-today.ts';
import { storeMessages } from '../store.messages.ts';

/** Days on which a store is closed, if it is closed today or within two weeks. */
export const ClosedChip = ({ store: { hoursExceptions } }: { store: StoreRow }) => {
  const { closed } = useMessages(storeMessages);
  const format = useFormat();
  const today = useToday();
  const closure = hoursExceptions && nextClosure(hoursExceptions, today);
  if (!closure) return null;
  const { day, until, reason } = closure;
  const [first, last] = [format.shortDay(day), format.shortDay(until)];
  const words =
    until === today ? closed.today : day <= today ? closed.until(last) : closed.on(day === until ? first : `${first} – ${last}`);
  return (
    <>
      {' '}
      <Badge color="yellow" variant="light" tt="none" fw={500} title={reason} data-testid="closed">
        {words}
      </Badge>
    </>
  );
};
