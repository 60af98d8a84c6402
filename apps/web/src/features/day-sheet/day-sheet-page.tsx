import { ID_PATTERN } from '@endcap/contract/core';
import { readInstant } from '@endcap/contract/warsaw-time';
import { Button, Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { AppliedDate } from '../../frames/applied-date.tsx';
import { isNotFound } from '../../lib/api.ts';
import { useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { usePerson } from '../../lib/session.ts';
import { useToday } from '../../lib/use-today.ts';
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

/** SHEET-01: what is valid in a store on a day; the store and the day are in the address, staff have their own store's alone (SHEET-03). */
export const DaySheetPage = () => {
  const words = useMessages(daySheetMessages);
  const { id, isAdmin } = usePerson();
  const search = useSearch({ from: '/signed-in/polish/day-sheet' });
  // Nonsense is as if it were not said.
  const asked = search.store !== undefined && ID_PATTERN.test(search.store) ? search.store : null;
  const today = useToday();
  const navigate = useNavigate({ from: paths.daySheet });
  const mine = useQuery({ ...stores.mine(id), enabled: !isAdmin });
  const storeId = isAdmin ? asked : (mine.data?._id ?? null);
  const day = search.date !== undefined && readInstant(search.date) !== null ? search.date : today;
  return (
    <>
      <PageTitle of={words.title} />
      <div className={classes.controls}>
        <Title order={1}>{words.title}</Title>
        {isAdmin && (
          <StoreChoice value={storeId} onChange={(store) => void navigate({ search: { ...search, store: store ?? undefined } })} />
        )}
        <AppliedDate
          label={words.day}
          kind="day"
          applied={day}
          onApply={(date) => void navigate({ search: { ...search, date }, replace: true })}
        />
        <Button disabled={storeId === null} onClick={() => window.print()}>
          {words.print}
        </Button>
      </div>
      {storeId !== null ? (
        <SheetOf storeId={storeId} day={day} />
      ) : mine.error ? (
        <FailedView error={mine.error} onRetry={() => void mine.refetch()} />
      ) : (
        isAdmin && <StateView title={words.chooseStore} text={words.chooseText} />
      )}
    </>
  );
};
