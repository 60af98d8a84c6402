import { folded } from '@endcap/contract/core';
import { actionWord, historyActions, type HistoryFilters, historyKindNames, historyKinds, kindWord } from '@endcap/contract/history';
import { CloseButton, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { AppliedDate } from '../../frames/applied-date.tsx';
import { whoOf } from '../../frames/history/history.messages.ts';
import { useLanguage, useMessages } from '../../lib/language.tsx';
import { stateOf } from '../../ui/pick-item.ts';
import { PickOne } from '../../ui/pick-one.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import classes from './activity.module.css';
import { activityMessages } from './activity.messages.ts';
import { activity } from './activity.queries.ts';
import { fieldsOf } from './field-words.ts';

type FiltersProps = { filters: HistoryFilters; onChange: (part: Partial<HistoryFilters>) => void; onText: (text: string) => void };

const PersonFilter = ({ value, onChange }: { value: string | undefined; onChange: (person: string | undefined) => void }) => {
  const words = useMessages(activityMessages);
  const { data = [], status } = useQuery(activity.people());
  const items = useMemo(
    () =>
      data.map((person) => {
        const label = whoOf(person, words.program);
        return { id: person.id, label, number: null, search: folded(`${label} ${person.id}`) };
      }),
    [data, words],
  );
  return (
    <PickOne
      label={words.person}
      placeholder={words.everybody}
      items={items}
      state={stateOf(status)}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      clearLabel={words.anyone}
      nothingFound={words.nobody}
      withinPortal
    />
  );
};

/** Fields of the chosen kind by label. A field from the address without a kind is shown by name (E-66). */
const FieldFilter = ({ filters: { kind, field }, onChange }: Pick<FiltersProps, 'filters' | 'onChange'>) => {
  const words = useMessages(activityMessages);
  const fields = fieldsOf(kind, useLanguage());
  const isListed = field === undefined || fields.some(({ value }) => value === field);
  if (fields.length === 0 && isListed) return null;
  return (
    <NativeSelect
      label={words.field}
      value={field ?? ''}
      onChange={({ currentTarget: { value } }) => onChange({ field: value || undefined })}
      data={[{ value: '', label: words.allFields }, ...(isListed ? [] : [field]), ...fields]}
    />
  );
};

/** Filters of the activity page; they combine (HIST-07). */
export const ActivityFilters = ({ filters, onChange, onText }: FiltersProps) => {
  const words = useMessages(activityMessages);
  const language = useLanguage();
  const possible = filters.kind ? historyKinds[filters.kind] : historyActions;
  return (
    <div className={classes.filters}>
      <div className={classes.search}>
        <SearchField label={words.search} value={filters.text ?? ''} onApply={onText} />
      </div>
      <PersonFilter value={filters.person} onChange={(person) => onChange({ person })} />
      <NativeSelect
        label={words.kind}
        value={filters.kind ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ kind: historyKindNames.find((kind) => kind === value), action: undefined, item: undefined, field: undefined })
        }
        data={[{ value: '', label: words.kinds }, ...historyKindNames.map((kind) => ({ value: kind, label: kindWord(language, kind) }))]}
      />
      <NativeSelect
        label={words.action}
        value={filters.action ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ action: historyActions.find((action) => action === value) })}
        data={[
          { value: '', label: words.kinds },
          ...possible.map((action) => ({ value: action, label: actionWord(language, filters.kind, action) })),
        ]}
      />
      <FieldFilter filters={filters} onChange={onChange} />
      <AppliedDate
        label={words.from}
        kind="day"
        use="past"
        applied={filters.from ?? ''}
        onApply={(from) => onChange({ from: from || undefined })}
        optional
      />
      <AppliedDate
        label={words.to}
        kind="day"
        use="past"
        applied={filters.to ?? ''}
        onApply={(to) => onChange({ to: to || undefined })}
        optional
      />
      {filters.item !== undefined && (
        <span className={classes.item}>
          <span>{words.item}</span>
          <CloseButton size="sm" aria-label={words.item} onClick={() => onChange({ item: undefined })} />
        </span>
      )}
    </div>
  );
};
