import { AppVersion } from '@endcap/contract/app-version';
import { type FieldCodes, folded } from '@endcap/contract/core';
import { readInstant } from '@endcap/contract/warsaw-time';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useCodeWord } from '../../frames/use-code-word.ts';
import { useMessages } from '../../lib/language.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { stateOf } from '../../ui/pick-item.ts';
import { PickList } from '../../ui/pick-list.tsx';
import { PickOne } from '../../ui/pick-one.tsx';
import { storeItem, stores } from '../stores/index.ts';
import { segmentsOf, USUAL_VERSION, type ViewerSearch } from './preview-address.ts';
import { previewMessages } from './preview.messages.ts';
import { preview } from './preview.queries.ts';
import classes from './preview.module.css';

type ChoiceProps = {
  label: string;
  viewer: ViewerSearch;
  /** What the server says is wrong with the question. */
  fields: FieldCodes;
  onChange: (part: ViewerSearch) => void;
};

/** What is typed, until it means something; what was applied from elsewhere takes its place. */
const useUntilApplied = (applied: string) => {
  const [typed, setTyped] = useState({ of: applied, text: applied });
  if (typed.of !== applied) setTyped({ of: applied, text: applied });
  return [typed.text, (text: string): void => setTyped((before) => ({ ...before, text }))] as const;
};

const StoreChoice = ({ viewer, onChange, error }: Pick<ChoiceProps, 'viewer' | 'onChange'> & { error: string | undefined }) => {
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
      withinPortal
    />
  );
};

const SegmentChoice = ({ viewer, onChange, error }: Pick<ChoiceProps, 'viewer' | 'onChange'> & { error: string | undefined }) => {
  const words = useMessages(previewMessages);
  const { data = [], status } = useQuery(preview.segments());
  const chosen = segmentsOf(viewer);
  // What is no segment stays visible by its name, and can be taken out.
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

const VersionChoice = ({ viewer, onChange, error }: Pick<ChoiceProps, 'viewer' | 'onChange'> & { error: string | undefined }) => {
  const words = useMessages(previewMessages);
  const [typed, type] = useUntilApplied(viewer.version ?? USUAL_VERSION);
  const isVersion = AppVersion.safeParse(typed).success;
  return (
    <TextInput
      label={words.version}
      placeholder={words.versionHint}
      inputMode="decimal"
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        type(value);
        if (AppVersion.safeParse(value).success) onChange({ version: value === USUAL_VERSION ? undefined : value });
      }}
      error={isVersion ? error : words.badVersion}
    />
  );
};

const MomentChoice = ({ viewer, onChange, error }: Pick<ChoiceProps, 'viewer' | 'onChange'> & { error: string | undefined }) => {
  const words = useMessages(previewMessages);
  const codeWord = useCodeWord();
  const [typed, type] = useUntilApplied(viewer.at ?? '');
  const isMoment = typed === '' || readInstant(typed) !== null;
  const change = (text: string): void => {
    type(text);
    if (text === '' || readInstant(text) !== null) onChange({ at: text || undefined });
  };
  return (
    <div className={classes.moment}>
      <DateField label={words.at} kind="minute" value={typed} onChange={change} error={isMoment ? error : codeWord('notDate')} />
      <Button variant="default" aria-pressed={viewer.at === undefined} onClick={() => onChange({ at: undefined })}>
        {words.now}
      </Button>
    </div>
  );
};

/** PREV-01: whose app, and when. */
export const ViewerChoice = ({ label, fields, ...choice }: ChoiceProps) => {
  const codeWord = useCodeWord();
  const errorOf = (field: string): string | undefined => codeWord(fields[field]?.[0]);
  return (
    <section className={classes.choice} aria-label={label}>
      <StoreChoice {...choice} error={errorOf('storeId')} />
      <MomentChoice {...choice} error={errorOf('at')} />
      <VersionChoice {...choice} error={errorOf('appVersion')} />
      <SegmentChoice {...choice} error={errorOf('segments')} />
    </section>
  );
};
