import { ID_PATTERN } from '@endcap/contract/core';
import { dayAfter } from '@endcap/contract/trading-days';
import { readInstant } from '@endcap/contract/warsaw-time';
import { ActionIcon, Button, Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useId, useMemo } from 'react';
import { useAppliedDate } from '../../frames/applied-date.tsx';
import { isNotFound } from '../../lib/api.ts';
import { useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { usePerson } from '../../lib/session.ts';
import { useToday } from '../../lib/use-today.ts';
import { DateField } from '../../ui/date-field.tsx';
import { IconArrowRight } from '../../ui/icons/late-icons.ts';
import { IconArrowLeft } from '../../ui/icons/screen-icons.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { stateOf } from '../../ui/pick-item.ts';
import { PickOne } from '../../ui/pick-one.tsx';
import { FailedView, StateView } from '../../ui/state-view.tsx';
import { storeItem, stores } from '../stores/index.ts';
import { daySheetMessages } from './day-sheet.messages.ts';
import classes from './day-sheet.module.css';
import { daySheets } from './day-sheet.queries.ts';
import { Sheet } from './sheet.tsx';

const StoreChoice = ({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) => {
  const words = useMessages(daySheetMessages);
  const { data = [], status } = useQuery(stores.all());
  const items = useMemo(() => data.map(storeItem), [data]);
  return (
    <PickOne
      label={words.store}
      placeholder={words.chooseStore}
      items={items}
      state={stateOf(status)}
      value={value}
      onChange={onChange}
      clearLabel={words.clearStore}
      nothingFound={words.noStoreFound}
      error={value !== null && status === 'success' && !items.some(({ id }) => id === value) && words.noStoreFound}
      // Without a store there is nothing else to do here.
      autoFocus={value === null}
    />
  );
};

const SheetOf = ({ storeId, day }: { storeId: string; day: string }) => {
  const words = useMessages(daySheetMessages);
  const { data, error, refetch } = useQuery(daySheets.of(storeId, day));
  if (data) return <Sheet sheet={data} />;
  if (isNotFound(error)) return <StateView title={words.chooseStore} text={words.noStoreFound} />;
  return error ? <FailedView error={error} onRetry={() => void refetch()} /> : <Skeleton h={480} />;
};

type DayButtonsProps = { day: string; isShown: boolean; today: string; onChoose: (day: string) => void };

/** Links to the previous and the next day, and to the two days that are printed most often. */
const DayButtons = ({ day, isShown, today, onChoose }: DayButtonsProps) => {
  const words = useMessages(daySheetMessages);
  const near = [
    { name: words.today, of: today },
    { name: words.tomorrow, of: dayAfter(today, 1) },
  ];
  return (
    <div className={classes.days} role="group" aria-label={words.day}>
      <ActionIcon variant="default" size="lg" aria-label={words.dayBefore} onClick={() => onChoose(dayAfter(day, -1))}>
        <IconArrowLeft size={18} aria-hidden />
      </ActionIcon>
      {near.map(({ name, of }) => (
        <Button
          key={name}
          variant={isShown && of === day ? 'light' : 'default'}
          aria-pressed={isShown && of === day}
          onClick={() => onChoose(of)}
        >
          {name}
        </Button>
      ))}
      <ActionIcon variant="default" size="lg" aria-label={words.dayAfter} onClick={() => onChoose(dayAfter(day, 1))}>
        <IconArrowRight size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
};

/** Prints the sheet; disabled with a reason while no sheet is shown. */
const PrintButton = ({ isShown, missing }: { isShown: boolean; missing: string | null }) => {
  const words = useMessages(daySheetMessages);
  const id = useId();
  return (
    <div className={classes.print}>
      <Button disabled={!isShown} {...(missing !== null && { 'aria-describedby': id })} onClick={() => window.print()}>
        {words.print}
      </Button>
      {missing !== null && (
        <span id={id} className={classes.small}>
          {missing}
        </span>
      )}
    </div>
  );
};

/** Valid items of a store on a day. The address has the store and the day; staff see their own store only (SHEET-01, SHEET-03). */
export const DaySheetPage = () => {
  const words = useMessages(daySheetMessages);
  const { id, isAdmin } = usePerson();
  const search = useSearch({ from: '/signed-in/staff-screens/day-sheet' });
  // Ignore an invalid id.
  const chosenStore = search.store !== undefined && ID_PATTERN.test(search.store) ? search.store : null;
  const today = useToday();
  const navigate = useNavigate({ from: paths.daySheet });
  const mine = useQuery({ ...stores.mine(id), enabled: !isAdmin });
  const storeId = isAdmin ? chosenStore : (mine.data?._id ?? null);
  const day = search.date !== undefined && readInstant(search.date) !== null ? search.date : today;
  const { isReadable, date, choose, field } = useAppliedDate({
    label: words.day,
    kind: 'day',
    use: 'anytime',
    applied: day,
    // Today's sheet becomes that of the next day at midnight.
    onApply: (chosen) => void navigate({ search: { ...search, date: chosen === today ? undefined : chosen }, replace: true }),
  });
  const { data } = useQuery({ ...daySheets.of(storeId ?? '', day), enabled: storeId !== null });
  const missing = isReadable ? null : words.printNeedsDay;
  return (
    <>
      <PageTitle of={words.title} />
      <div className={classes.controls}>
        <Title order={1}>{words.title}</Title>
        {isAdmin && (
          <StoreChoice value={storeId} onChange={(store) => void navigate({ search: { ...search, store: store ?? undefined } })} />
        )}
        <DateField {...field} />
        <DayButtons day={date} isShown={isReadable} today={today} onChoose={choose} />
        <PrintButton
          isShown={data !== undefined && isReadable && date === day}
          missing={isAdmin && storeId === null ? words.printNeedsStore : missing}
        />
      </div>
      {storeId !== null && !isReadable ? (
        <div role="status">
          <StateView title={words.noDay} text={words.noDayText} />
        </div>
      ) : storeId !== null ? (
        <SheetOf storeId={storeId} day={day} />
      ) : mine.error ? (
        <FailedView error={mine.error} onRetry={() => void mine.refetch()} />
      ) : (
        isAdmin && <StateView title={words.chooseStore} text={words.chooseText} />
      )}
    </>
  );
};
