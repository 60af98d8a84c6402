import type { HistoryChange } from '@endcap/contract/history';
import { Skeleton, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import type { FormStore } from '../form/form-store.ts';
import { changedFields, type FormShape, isChanged } from '../form/merge.ts';
import { isNotFound } from '../lib/api.ts';
import { commonMessages } from '../lib/common.messages.ts';
import { laidForm } from '../lib/laid-form.ts';
import { useMessages } from '../lib/language.tsx';
import { listState } from '../lib/list-state.ts';
import { paths, type PlainPath } from '../lib/paths.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { FailedView, StateView } from '../ui/state-view.tsx';
import { BackLink, backTo, useMarked } from './back-link.tsx';
import { ConflictQuestion } from './conflict.tsx';
import { DraftOffer } from './draft-offer.tsx';
import { EditorBar, itemPath, useSavedToast } from './editor-bar.tsx';
import { EditorHead } from './editor-head.tsx';
import { EditorLayout, focusFirstProblem } from './editor-layout.tsx';
import type { DraftOf, Editor, EditorSpec, Marked } from './editor-spec.ts';
import { HistoryLink } from './history-link.tsx';
import { HistoryOf, useVersions } from './past-part.tsx';
import { SaveQuestionDialog, useSaveQuestion } from './save-question.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { type EditorStart, useEditor } from './use-editor.ts';
import { useFocusOnSave, useSaveKey } from './use-save-key.ts';

type Edited<Form extends FormShape> = {
  editor: Pick<FormStore<Form>, 'values' | 'problems' | 'dirty'>;
  whole: () => Form;
  draft: { persist: () => string | null };
};
type Events<Form> = { title: (form: Form) => string; onProblems: () => void; onLeave: () => void };

/**
 * Returns a function that opens the app's preview with the form (PREV-07). Unsaved input is stored as a draft for the way back. With an
 * invalid form it calls `onProblems` instead.
 */
const useInApp = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  spec: EditorSpec<Form, Entity, Draft>,
  id: string | null,
  { editor, whole, draft }: Edited<Form>,
  { title, onProblems, onLeave }: Events<Form>,
): (() => void) => {
  const router = useRouter();
  return () => {
    const sent = spec.schema.safeParse(whole());
    if (!spec.inApp || !sent.success || Object.keys(editor.problems.get()).length > 0) return onProblems();
    const copy = editor.dirty.get() ? draft.persist() : null;
    const { pathname: path, search } = router.state.location;
    const laid = { overlay: spec.inApp(sent.data, id), copy, name: title(editor.values.get()), path, search };
    if (!laidForm.set(laid)) return;
    onLeave();
    void router.navigate({ to: paths.preview, search: { form: true } });
  };
};

type GoneItemProps = {
  list: { path: PlainPath; label: string; create: PlainPath };
  /** Renders the item's changes; `use` creates the item again from a version. */
  renderHistory: (use: (change: HistoryChange) => void) => ReactNode;
};

/** Shown when the item does not exist: its history, from which it can be created again (HIST-06). */
const GoneItem = ({ list, renderHistory }: GoneItemProps) => {
  const common = useMessages(commonMessages);
  const navigate = useNavigate();
  return (
    <>
      <StateView title={common.notFound}>
        <LinkButton {...backTo(list.path)} variant="default" mt="xs">
          {list.label}
        </LinkButton>
        <HistoryLink />
      </StateView>
      {renderHistory(({ _id }) => void navigate({ to: list.create, search: { from: Number(_id) } }))}
    </>
  );
};

type EditorPageProps<Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>> = {
  spec: EditorSpec<Form, Entity, Draft>;
  /** Null for a new item. */
  id: string | null;
  /** The list that Save and Back return to. Without a list there is a single item, and Save keeps it open. */
  list?: { path: PlainPath; label: string; create: PlainPath };
  title: (form: Form) => string;
  children: (editor: Editor<Form, Entity>) => ReactNode;
  /** Position of the bar with Save and Back. */
  barAt?: 'top' | 'bottom';
  /** Links to the parts of the form. */
  renderIndex?: (editor: Editor<Form, Entity>) => ReactNode;
  renderPreview?: (editor: Editor<Form, Entity>) => ReactNode;
  renderAside?: (editor: Editor<Form, Entity>) => ReactNode;
};

/** An item that was just created. `typed`: edits made meanwhile, for another editor to continue with. */
type Created<Form> = { id: string; typed?: Partial<Form> };

/** Editor page for new and existing items (§4): loads the item or shows that it does not exist. A created item stays in its editor. */
export const EditorPage = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  props: EditorPageProps<Form, Entity, Draft>,
) => {
  const { spec, id, list } = props;
  const common = useMessages(commonMessages);
  const [visit, setVisit] = useState({ id, number: 0, made: null as Created<Form> | null });
  if (visit.id !== id) {
    const isMadeHere = visit.made !== null && visit.made.id === id;
    const isSameEditor = isMadeHere && !visit.made?.typed;
    setVisit({ id, number: isSameEditor ? visit.number : visit.number + 1, made: isMadeHere ? visit.made : null });
  }
  const isOpen = visit.made?.id === id && !visit.made?.typed;
  const loaded = useQuery({
    // A key of its own, so that no save or list query changes it (D-3B).
    queryKey: ['editor', spec.kind, id],
    queryFn: async () => (id === null ? null : spec.read(id)),
    enabled: !isOpen,
    // The form starts from the stored version, and no refetch may change it during editing.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  // An open item stays open, even if it cannot be read again (D-3B).
  if (isOpen || loaded.data !== undefined)
    return (
      <LoadedEditor
        key={visit.number}
        {...props}
        loaded={loaded.data ?? null}
        {...(visit.made?.typed && { typed: visit.made.typed })}
        onMade={(made) => setVisit((now) => ({ ...now, made }))}
      />
    );
  if (loaded.isError)
    return (
      <>
        {list && <BackLink {...list} />}
        {list && isNotFound(loaded.error) ? (
          <GoneItem
            list={list}
            renderHistory={(use) => id !== null && <HistoryOf spec={spec} id={id} name={null} stored={null} form={null} use={use} />}
          />
        ) : (
          <FailedView error={loaded.error} onRetry={() => void loaded.refetch()} />
        )}
      </>
    );
  return (
    <Stack maw={760} aria-busy>
      <Skeleton h={28} w={320} aria-label={common.loading} />
      <Skeleton h={420} />
    </Stack>
  );
};

type LoadedProps<Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>> = EditorPageProps<Form, Entity, Draft> &
  EditorStart<Form, Entity> & { onMade: (made: Created<Form>) => void };

/** State of an editor until it is left. Save returns to the list; Ctrl+S continues with the item as stored. */
const useVisit = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  { spec, id, list, loaded, typed, title, onMade }: LoadedProps<Form, Entity, Draft>,
  formRef: RefObject<HTMLFormElement | null>,
) => {
  const client = useQueryClient();
  const navigate = useNavigate();
  const showSaved = useSavedToast();
  /** The form that can be left without losing input: saved, or stored as a draft. Later edits count as unsaved (ux 9). */
  const left = useRef<Form | null>(null);
  /** True after Ctrl+S, which leaves the editor open; false after Save. A retry does not change it. */
  const stays = useRef(false);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const state = useEditor(
    spec,
    id,
    { loaded, ...(typed && { typed }) },
    {
      onSaved: async ({ id: savedId, form: saved, mergedWith, stored, ...written }) => {
        left.current = saved;
        await spec.changed(client);
        const name = title(saved);
        const path = list && itemPath(list.path, savedId);
        if (list) listState.mark(list.path, savedId);
        const typedSince = !stays.current && isChanged(saved, editor.values.get());
        if (list && path && !stays.current && !typedSince) {
          showSaved({ name, mergedWith, opens: path });
          return navigate(backTo(list.path));
        }
        if (mergedWith || typedSince) showSaved({ name, mergedWith, opens: null, typedSince });
        const now = stored ?? (await spec.read(savedId).catch(() => undefined));
        if (now) {
          state.settle(now, written);
          setSavedAt(Date.parse(now.value.updatedAt));
        }
        if (!stored && path) {
          const since = editor.values.get();
          left.current = since;
          // If the item cannot be read now, the editor at its address reads it and keeps the edits made meanwhile.
          const typedMeanwhile = Object.fromEntries(changedFields(saved, since).map((field) => [field, since[field]])) as Partial<Form>;
          onMade({ id: savedId, ...(!now && { typed: typedMeanwhile }) });
          await navigate({ to: path, replace: true, resetScroll: false });
        }
        left.current = null;
      },
      onRefused: (mark) => focusFirstProblem(formRef.current, mark),
    },
  );
  const { editor, draft } = state;
  const question = useSaveQuestion(spec, state);
  const saveAnd = (stay: boolean) => (): void => {
    // A save in progress keeps the mode in which it was started.
    if (state.isSaving) return;
    stays.current = stay;
    question.before(state.save);
  };
  const inApp = useInApp(spec, id, state, {
    title,
    onProblems: () => focusFirstProblem(formRef.current, editor.reveal),
    onLeave: () => {
      left.current = editor.values.get();
    },
  });
  useSaveKey(saveAnd(true));
  useMarked(list?.path, id);
  return {
    state,
    question,
    save: saveAnd(false),
    inApp,
    savedAt,
    isDirty: (): boolean => (left.current === null ? editor.dirty.get() : isChanged(left.current, editor.values.get())),
    leave: (): void => draft.drop(),
  };
};

type StoredHistoryProps<Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>> = {
  spec: EditorSpec<Form, Entity, Draft>;
  editor: Editor<Form, Entity>;
  title: (form: Form) => string;
  use: ReturnType<typeof useVersions<Form, Entity, Draft>>['use'];
};

/** History of a stored item; a new item has none. */
const StoredHistory = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  props: StoredHistoryProps<Form, Entity, Draft>,
) => {
  const { spec, editor, title, use } = props;
  const { entity, form } = useSelector(editor.base);
  return entity && <HistoryOf spec={spec} id={entity._id} name={title(form)} stored={{ entity, form }} form={editor.values} use={use} />;
};

const LoadedEditor = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  props: LoadedProps<Form, Entity, Draft>,
) => {
  const { spec, list, title, children, barAt = 'bottom', renderIndex, renderPreview, renderAside } = props;
  const formRef = useRef<HTMLFormElement>(null);
  const { state, question, save, savedAt, inApp, isDirty, leave } = useVisit(props, formRef);
  const { editor, draft, isSaving } = state;
  const versions = useVersions(spec, state, formRef);
  const focusSave = useFocusOnSave(formRef, isSaving);
  // Memoised: the state of a save does not render them again.
  const fields = useMemo(() => children(editor), [children, editor]);
  const index = useMemo(() => renderIndex?.(editor), [renderIndex, editor]);
  const preview = useMemo(() => renderPreview?.(editor), [renderPreview, editor]);
  const aside = useMemo(() => renderAside?.(editor), [renderAside, editor]);
  return (
    <>
      <EditorHead kind={spec.kind} editor={editor} title={title} list={list} savedAt={savedAt} />
      {versions.notice}
      <DraftOffer draft={draft} formRef={formRef} onRestore={state.restore} />
      <EditorLayout
        formRef={formRef}
        isNew={props.id === null}
        barAt={barAt}
        onSubmit={save}
        index={index}
        preview={preview}
        aside={aside}
        bar={
          <EditorBar
            editor={editor}
            isSaving={isSaving}
            failure={state.failure}
            list={list}
            draft={draft}
            savedAt={savedAt}
            onSave={state.save}
            onInApp={spec.inApp ? inApp : null}
            onProblems={() => focusFirstProblem(formRef.current, editor.reveal)}
          />
        }
      >
        {fields}
      </EditorLayout>
      <SaveQuestionDialog {...question} />
      <ConflictQuestion spec={spec} state={state} onCancel={focusSave} />
      <StoredHistory spec={spec} editor={editor} title={title} use={versions.use} />
      <UnsavedGuard isDirty={isDirty} onLeave={leave} />
    </>
  );
};
