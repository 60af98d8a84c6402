import { AppVersion } from '@endcap/contract/app-version';
import { type FieldCodes, folded } from '@endcap/contract/core';
import { readInstant } from '@endcap/contract/warsaw-time';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCodeWord } from '../../frames/use-failure-words.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { useToday } from '../../lib/use-today.ts';
import { useUntilApplied } from '../../lib/use-until-applied.ts';
import { DateField } from '../../ui/date-field.tsx';
import { stateOf } from '../../ui/pick-item.ts';
import { PickList } from '../../ui/pick-list.tsx';
import { PickOne } from '../../ui/pick-one.tsx';
import { storeItem, stores } from '../stores/index.ts';
import { DEFAULT_VERSION, segmentsOf, type ViewerSearch } from './preview-address.ts';
import { previewMessages } from './preview.messages.ts';
import { preview } from './preview.queries.ts';
import classes from './preview.module.css';
import { dayOfName, middleOf, namedDays } from '../../lib/spoken-moment.ts';

type ChoiceProps = {
  label: string;
  viewer: ViewerSearch;
  /** Validation errors of the query, from the server. */
  fields: FieldCodes;
  /** True for the first viewer of the page. */
  isFirst: boolean;
  onChange: (part: ViewerSearch) => void;
};

type PartProps = Pick<ChoiceProps, 'viewer' | 'onChange'> & { error: string | undefined };

const StoreChoice = ({ viewer, onChange, error, isFirst }: PartProps & Pick<ChoiceProps, 'isFirst'>) => {
  const words = useMessages(previewMessages);
  const { data = [], status } = useQuery(stores.all());
  const items = useMemo(() => data.map(storeItem), [data]);
  return (
    <PickOne
      label={words.store}
      placeholder={words.noStore}
      items={items}
      state={stateOf(status)}
      value={viewer.store ?? null}
      onChange={(store) => onChange({ store: store ?? undefined })}
      clearLabel={words.clearStore}
      nothingFound={words.storeNotFound}
      error={error}
      // Focus the store field first, unless the link already names a store.
      autoFocus={isFirst && viewer.store === undefined}
      withinPortal
    />
  );
};

const SegmentChoice = ({ viewer, onChange, error }: PartProps) => {
  const words = useMessages(previewMessages);
  const { data = [], status } = useQuery(preview.segments());
  const chosen = segmentsOf(viewer);
  // Unknown segments stay visible by name, so that they can be removed.
  const gone = status === 'pending' ? [] : chosen.filter((name) => !data.some((segment) => segment.name === name));
  const items = [...data.map(({ name }) => name), ...gone].map((name) => ({ id: name, label: name, number: null, search: folded(name) }));
  return (
    <PickList
      label={words.segments}
      items={items}
      state={stateOf(status)}
      value={chosen}
      onChange={(names) => onChange({ segments: names.join(',') || undefined })}
      deletedLabel=""
      error={error}
    />
  );
};

const VersionChoice = ({ viewer, onChange, error }: PartProps) => {
  const words = useMessages(previewMessages);
  const [typed, type] = useUntilApplied(viewer.version ?? DEFAULT_VERSION);
  const isVersion = AppVersion.safeParse(typed).success;
  return (
    <TextInput
      label={words.version}
      placeholder={words.versionHint}
      inputMode="decimal"
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        type(value);
        if (AppVersion.safeParse(value).success) onChange({ version: value === DEFAULT_VERSION ? undefined : value });
      }}
      error={isVersion ? error : words.badVersion}
    />
  );
};

/** Buttons for the most common moments. Their names can also be typed. */
const ReadyMoments = ({ chosen, onChoose }: { chosen: string | undefined; onChoose: (at: string | undefined) => void }) => {
  const words = useMessages(previewMessages);
  const format = useFormat();
  const today = useToday();
  const ready = namedDays.map((name) => {
    const day = dayOfName(name, today);
    return { name, at: middleOf(day), day: format.longDay(day) };
  });
  return (
    <div className={classes.ready} role="group" aria-label={words.readyMoments}>
      <Button size="compact-sm" variant="default" aria-pressed={chosen === undefined} onClick={() => onChoose(undefined)}>
        {words.now}
      </Button>
      {ready.map(({ name, at, day }) => (
        <Button key={name} size="compact-sm" variant="default" title={day} aria-pressed={chosen === at} onClick={() => onChoose(at)}>
          {words.namedDays[name]}
        </Button>
      ))}
    </div>
  );
};

const MomentChoice = ({ viewer, onChange, error }: PartProps) => {
  const words = useMessages(previewMessages);
  const [typed, type] = useUntilApplied(viewer.at ?? '');
  const isMoment = (text: string): boolean => text === '' || readInstant(text) !== null;
  const change = (text: string): void => {
    type(text);
    if (isMoment(text)) onChange({ at: text || undefined });
  };
  return (
    <div className={classes.moment}>
      <DateField
        label={words.at}
        kind="minute"
        use="anytime"
        value={typed}
        onChange={change}
        error={isMoment(typed) ? error : words.noMoment}
      />
      <ReadyMoments
        chosen={viewer.at}
        onChoose={(at) => {
          // Also if it is shown already, since the field may contain other input.
          type(at ?? '');
          onChange({ at });
        }}
      />
    </div>
  );
};

/** Selects the customer and the moment of the preview (PREV-01). */
export const ViewerChoice = ({ label, fields, isFirst, ...choice }: ChoiceProps) => {
  const codeWord = useCodeWord();
  const errorOf = (field: string): string | undefined => codeWord(fields[field]?.[0]);
  return (
    <section className={classes.choice} aria-label={label}>
      <StoreChoice {...choice} isFirst={isFirst} error={errorOf('storeId')} />
      <MomentChoice {...choice} error={errorOf('at')} />
      <VersionChoice {...choice} error={errorOf('appVersion')} />
      <SegmentChoice {...choice} error={errorOf('segments')} />
    </section>
  );
};
