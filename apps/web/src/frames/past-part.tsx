import type { HistoryChange } from '@endcap/contract/history';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { createAtom, type ReadonlyAtom, shallow, useSelector } from '@tanstack/react-store';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { FormDraft } from '../form/draft.ts';
import type { FormStore } from '../form/form-store.ts';
import { changedFields, type FormShape } from '../form/merge.ts';
import type { Tagged } from '../lib/api.ts';
import { type Language, useFormat, useLanguage, useMessages } from '../lib/language.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { sameValue } from '../lib/same-value.ts';
import { FailedView } from '../ui/state-view.tsx';
import { answerAbove } from './editor-layout.tsx';
import type { DraftOf, Editor, EditorSpec, Marked, Span } from './editor-spec.ts';
import { copyMessages } from './frame.messages.ts';
import { useHistoryAddress } from './history-link.tsx';
import type { Past } from './history/change-view.tsx';
import type { VersionNoticeProps } from './history/history-panel.tsx';
import { formOfVersion, versionBefore, withoutFiles } from './history/past.ts';

/** `publication Mon 8 Dec – Sun 14 Dec`; spans of the same days share one pair of dates. */
const useSpanWords = () => {
  const words = useMessages(copyMessages);
  const format = useFormat();
  const daysOf = ({ start, end }: Span): string => {
    const [first, last] = [start && format.startDay(start), end && format.endDay(end)];
    if (first && first === last) return first;
    return first && last ? `${first} – ${last}` : first ? words.from(first) : last ? words.until(last) : '';
  };
  return (spans: readonly Span[]): string => {
    const dated = spans.map((span) => ({ name: span.name, days: daysOf(span) })).filter(({ days }) => days !== '');
    const [first] = dated;
    if (!first) return '';
    const isSame = dated.length > 1 && dated.every(({ days }) => days === first.days);
    return words.days(
      isSame
        ? `${dated.map(({ name }) => name).join(words.and)} ${first.days}`
        : dated.map(({ name, days }) => `${name} ${days}`).join('; '),
    );
  };
};

type CopiedDaysProps<Form extends FormShape> = { values: ReadonlyAtom<Form>; spans: (form: Form, language: Language) => Span[] };

/** The copy's dates, from the current values of the form. */
const CopiedDays = <Form extends FormShape>({ values, spans }: CopiedDaysProps<Form>) => {
  const language = useLanguage();
  const text = useSpanWords()(spans(useSelector(values), language));
  return text && <strong>{text}</strong>;
};

type CopyOfProps<Entity> = {
  formRef: RefObject<HTMLFormElement | null>;
  kind: string;
  id: string;
  read: (id: string) => Promise<Tagged<Entity>>;
  /** Fills the form and marks the name as a copy. Called once; another language later does not repeat it. */
  onLoaded: (entity: Entity, mark: (name: string) => string) => void;
  /** Sets the copy's dates to a week after the original's (`areLater`), or resets them. Null if they cannot be moved. */
  onDates: ((entity: Entity, areLater: boolean) => void) | null;
  hasDates: (entity: Entity) => boolean;
  days: ReactNode;
};

/** Loads the item to copy, and shows that nothing is saved yet (EDIT-01). */
const CopyOf = <Entity,>({ formRef, kind, id, read, onLoaded, onDates, hasDates, days }: CopyOfProps<Entity>) => {
  const words = useMessages(copyMessages);
  const [areLater, setLater] = useState(true);
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['copy', kind, id],
    queryFn: () => read(id),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const loaded = useEffectEvent((original: Tagged<Entity>) => onLoaded(original.value, words.nameOfCopy));
  useEffect(() => {
    if (data) loaded(data);
  }, [data]);
  if (isError) return <FailedView error={error} onRetry={() => void refetch()} />;
  return (
    <Alert variant="light" mb="md" role="status">
      <span>{words.copy}</span> {data && days}{' '}
      {onDates && data && hasDates(data.value) && (
        <>
          <span>{areLater ? words.datesMoved : words.datesEmptied}</span>{' '}
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() =>
              answerAbove(formRef.current, () => {
                onDates(data.value, !areLater);
                setLater(!areLater);
              })
            }
          >
            {areLater ? words.undoDates : words.laterDates}
          </Button>
        </>
      )}
    </Alert>
  );
};

const HistoryPanel = lazyPart(
  () => import('./history/history-panel.tsx'),
  (module) => module.HistoryPanel,
);
const VersionNotice = lazyPart(
  () => import('./history/history-panel.tsx'),
  (module) => module.VersionNotice,
);
const MadeAgain = lazyPart(
  () => import('./history/history-panel.tsx'),
  (module) => module.MadeAgain,
);

type HistoryOfProps<Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>> = {
  spec: EditorSpec<Form, Entity, Draft>;
  id: string;
  /** Name of the item; null if only its history is left. */
  name: string | null;
  /** The item as it is stored, with its form; null when it was deleted. */
  stored: { entity: Entity; form: Form } | null;
  /** Current values of the form; null without a form. */
  form: ReadonlyAtom<Form> | null;
  use: (change: HistoryChange) => void;
};

const NONE = createAtom(null);

/** The panel of an item's changes. */
const OpenHistory = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>({
  spec,
  id,
  name,
  stored,
  form,
  use,
}: HistoryOfProps<Form, Entity, Draft>) => {
  const language = useLanguage();
  const now = useSelector<Form | null>(form ?? NONE);
  // The URL may name any field, and the history may contain fields of a newer version of this page.
  const isFormField = (field: string): field is keyof Form & string =>
    Object.hasOwn(spec.blank, field.split('.')[0] ?? '') || (stored !== null && Object.hasOwn(stored.form, field));
  const past: Past = {
    formOf: (version) => version && formOfVersion(spec, version, stored?.entity ?? null, language),
    stored: stored?.form ?? null,
    label: (field) => (isFormField(field) && spec.label(field, language)) || field,
    reads: (field) => (isFormField(field) ? spec.reads?.(field, language) : undefined),
    use,
    isInForm: (version) => now !== null && sameValue(now, version),
  };
  return <HistoryPanel kind={spec.kind} item={id} name={name} past={past} />;
};

/** Renders the history panel once the URL has opened it. */
export const HistoryOf = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  props: HistoryOfProps<Form, Entity, Draft>,
) => {
  const { isOpen } = useHistoryAddress();
  const [wanted, setWanted] = useState(isOpen);
  if (isOpen && !wanted) setWanted(true);
  return wanted && <OpenHistory {...props} />;
};

type Edited<Form extends FormShape, Entity extends Marked> = { editor: Editor<Form, Entity>; draft: FormDraft<Form> };

/** Returns the original's values with `instead` and a marked name, without fields that were edited meanwhile (EDIT-01). */
const startOfCopy = <Form extends FormShape>(
  { base, values }: Pick<FormStore<Form>, 'base' | 'values'>,
  original: Form,
  { instead, mark }: { instead: Partial<Form> | undefined; mark: (name: string) => string },
): Partial<Form> => {
  const { name } = original as { name?: unknown };
  const start = { ...original, ...instead, ...(typeof name === 'string' && name !== '' && { name: mark(name) }) };
  const typed = changedFields(base.get().form, values.get());
  return Object.fromEntries(Object.entries(start).filter(([field]) => !typed.includes(field))) as Partial<Form>;
};

type UsedVersionProps<Form extends FormShape> = Omit<VersionNoticeProps, 'fields'> & {
  editor: Pick<FormStore<Form>, 'base' | 'values'>;
  label: (field: keyof Form & string) => string;
};

/** Shows which version the form contains, while a save would change something. */
const UsedVersion = <Form extends FormShape>({ editor: { base, values }, label, ...notice }: UsedVersionProps<Form>) => {
  const stored = useSelector(base, ({ form }) => form);
  const changed = useSelector(values, (form) => changedFields(stored, form), { compare: shallow });
  return changed.length > 0 && <VersionNotice {...notice} fields={changed.map(label)} />;
};

/** Returns `use`, which fills the form with a version, and the notice shown until it is saved or undone (HIST-04, HIST-06). */
export const useVersions = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  spec: EditorSpec<Form, Entity, Draft>,
  { editor, draft }: Edited<Form, Entity>,
  formRef: RefObject<HTMLFormElement | null>,
) => {
  const language = useLanguage();
  const format = useFormat();
  const { go } = useHistoryAddress();
  const { entity, tag } = useSelector(editor.base);
  const isRestored = useSelector(draft.isTaken);
  const { from, copy }: { from?: number | undefined; copy?: string | undefined } = useSearch({ strict: false });
  const [used, setUsed] = useState<{ of: string | null; left: number; former: Form; over: string | null } | null>(null);
  const use = (change: HistoryChange): void => {
    const version = change.version ?? versionBefore(change);
    if (!version) return;
    const { form, left } = withoutFiles(formOfVersion(spec, version, entity, language), change.missingFiles);
    setUsed({ of: entity === null ? null : format.minute(change.at), left, former: editor.values.get(), over: tag });
    editor.change(form);
    go({});
  };
  const { copied } = spec;
  const formOf = (value: unknown): Form => spec.toForm(value as Entity, language);
  const fillCopy = (value: unknown, mark: (name: string) => string): void => {
    // A restored draft has the original's values already.
    const original = formOf(value);
    if (!isRestored) editor.change(startOfCopy(editor, original, { instead: copied?.later(original), mark }));
  };
  /** Moves the dates that were not edited since: to a week after the original's, or back to a copy's values without that. */
  const moveDates = (value: unknown, areLater: boolean): void => {
    if (!copied) return;
    const original = formOf(value);
    const [later, without] = [copied.later(original), { ...original, ...copied.fields }];
    const [from, to] = areLater ? [without, later] : [later, without];
    const now = editor.values.get();
    const fields = Object.keys(later).filter((field) => sameValue(now[field], from[field]));
    editor.change(Object.fromEntries(fields.map((field) => [field, to[field]])) as Partial<Form>);
  };
  // A restored draft has the recreated item's values already.
  const isMadeAgain = entity === null && from !== undefined && used === null && !isRestored;
  return {
    use,
    notice: (
      <>
        {entity === null && copy !== undefined && tag === copy && (
          <CopyOf
            formRef={formRef}
            kind={spec.kind}
            id={copy}
            read={spec.read}
            onLoaded={fillCopy}
            onDates={copied && !isRestored ? moveDates : null}
            days={copied && <CopiedDays values={editor.values} spans={copied.spans} />}
            hasDates={(value) => Object.values(copied?.later(formOf(value)) ?? {}).some((date) => date !== '')}
          />
        )}
        {isMadeAgain && <MadeAgain changeId={String(from)} onLoaded={use} />}
        {used && used.over === tag && (
          <UsedVersion
            editor={editor}
            label={(field) => spec.label(field, language)}
            of={used.of}
            left={used.left}
            onTakeBack={() =>
              answerAbove(formRef.current, () => {
                editor.change(used.former);
                setUsed(null);
              })
            }
          />
        )}
      </>
    ),
  };
};
