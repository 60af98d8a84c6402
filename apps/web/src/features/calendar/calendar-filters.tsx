import { type CalendarSpan, calendarSpans, calendarTypes, spanBeside } from '@endcap/contract/calendar';
import { contentWords } from '@endcap/contract/content';
import { folded } from '@endcap/contract/core';
import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLanguage, useMessages } from '../../lib/language.tsx';
import { ChoiceChips } from '../../ui/choice-chips.tsx';
import { IconArrowRight } from '../../ui/icons/late-icons.ts';
import { IconArrowLeft } from '../../ui/icons/screen-icons.ts';
import { type PickItem, stateOf } from '../../ui/pick-item.ts';
import { PickOne } from '../../ui/pick-one.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { storeGroups } from '../store-groups/index.ts';
import { storeItem, stores } from '../stores/index.ts';
import classes from './calendar.module.css';
import type { CalendarSearch, CalendarView } from './calendar-address.ts';
import { calendarMessages } from './calendar.messages.ts';

type FiltersProps = {
  view: CalendarView;
  search: CalendarSearch;
  today: string;
  onChange: (part: CalendarSearch) => void;
  onText: (text: string) => void;
};

const wholeDay = { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' } as const;
/** `1–30 listopada 2026`: a month or year that both ends share is shown once. */
const rangeFormats = { pl: new Intl.DateTimeFormat('pl', wholeDay), en: new Intl.DateTimeFormat('en-GB', wholeDay) };

/** The visible range of days, with buttons for other ranges. */
const Days = ({ view: { span, from, to }, search, today, onChange }: Omit<FiltersProps, 'onText'>) => {
  const words = useMessages(calendarMessages);
  const goBeside = (side: -1 | 1): void => onChange({ from: spanBeside(span, { from, to }, side) });
  // Keeps today in view, or else the chosen day.
  const anchor = today >= from && today <= to ? undefined : search.from;
  const days = rangeFormats[useLanguage()];
  return (
    <div className={classes.range}>
      <ActionIcon variant="default" size="lg" aria-label={words.before} onClick={() => goBeside(-1)}>
        <IconArrowLeft size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" size="lg" aria-label={words.after} onClick={() => goBeside(1)}>
        <IconArrowRight size={18} aria-hidden />
      </ActionIcon>
      <Button variant="default" onClick={() => onChange({ from: undefined })}>
        {words.today}
      </Button>
      <strong data-testid="calendar-days">{days.formatRange(new Date(from), new Date(to))}</strong>
      <ChoiceChips<CalendarSpan>
        label={words.span}
        options={calendarSpans.map((value) => ({ value, label: words.spans[value] }))}
        chosen={span}
        onChoose={(chosen) => chosen && onChange({ span: chosen, from: anchor })}
      />
    </div>
  );
};

/** Returns whether the address names an item that does not exist. */
const isUnknown = (value: string | undefined, items: readonly PickItem[], status: string): boolean =>
  value !== undefined && status === 'success' && !items.some(({ id }) => id === value);

const StoreFilter = ({ value, onChange }: { value: string | undefined; onChange: (id: string | undefined) => void }) => {
  const words = useMessages(calendarMessages);
  const { data = [], status } = useQuery(stores.all());
  const items = useMemo(() => data.map(storeItem), [data]);
  return (
    <PickOne
      label={words.store}
      placeholder={words.anyStore}
      items={items}
      state={stateOf(status)}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      clearLabel={words.clearStore}
      nothingFound={words.noStore}
      error={isUnknown(value, items, status) && words.noStore}
      withinPortal
    />
  );
};

const GroupFilter = ({ value, onChange }: { value: string | undefined; onChange: (id: string | undefined) => void }) => {
  const words = useMessages(calendarMessages);
  const { data = [], status } = useQuery(storeGroups.all());
  const items = useMemo(() => data.map(({ _id, name }) => ({ id: _id, label: name, number: null, search: folded(name) })), [data]);
  return (
    <PickOne
      label={words.group}
      placeholder={words.anyGroup}
      items={items}
      state={stateOf(status)}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      clearLabel={words.clearGroup}
      nothingFound={words.noGroup}
      error={isUnknown(value, items, status) && words.noGroup}
      withinPortal
    />
  );
};

/** Filters of the calendar, all stored in the address (CAL-02). */
export const CalendarFilters = ({ view, search, today, onChange, onText }: FiltersProps) => {
  const words = useMessages(calendarMessages);
  const { types } = contentWords[useLanguage()];
  return (
    <div className={classes.filters}>
      <Days view={view} search={search} today={today} onChange={onChange} />
      <SearchField label={words.search} value={view.query.text} onApply={onText} />
      <StoreFilter value={search.store} onChange={(store) => onChange({ store })} />
      <GroupFilter value={search.group} onChange={(group) => onChange({ group })} />
      <NativeSelect
        label={words.type}
        value={view.query.type ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ type: value || undefined })}
        data={[
          { value: '', label: words.anyType },
          ...calendarTypes.map((type) => ({ value: type, label: type === 'notification' ? words.notification : types[type] })),
        ]}
      />
    </div>
  );
};
