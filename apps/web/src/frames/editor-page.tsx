import { Skeleton, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { isNotFound, type Tagged } from '../lib/api.ts';
import { commonMessages } from '../lib/common.messages.ts';
import { useLatest } from '../lib/drawn-for.ts';
import { useFormat, useMessages } from '../lib/language.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { listPlaces } from '../lib/list-places.ts';
import type { PlainPath } from '../lib/paths.ts';
import { FailedView } from '../ui/state-view.tsx';
import { BackLink, backTo, useMarked } from './back-link.tsx';
import { ConflictQuestion } from './conflict-question.tsx';
import { DraftBanner } from './draft-banner.tsx';
import { EditorBar, type EditorBarProps } from './editor-bar.tsx';
import { EditorHead } from './editor-head.tsx';
import { EditorLayout, focusFirstProblem } from './editor-layout.tsx';
import type { DraftOf, Editor, EditorSpec, Marked } from './editor-spec.ts';
import { frameMessages } from './frame.messages.ts';
import { type FormShape, isChanged } from './merge.ts';
import { goOn, justStored, useGoneOn } from './gone-on.ts';
import { HistoryOf, useVersions } from './past-part.tsx';
import { itemPath, useSavedWord } from './saved-word.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { useEditor } from './use-editor.ts';
import { useInApp } from './use-in-app.ts';
import { useFocusOnSave, useSaveKey } from './use-save-key.ts';

type EditorPageProps<Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>> = {
  spec: EditorSpec<Form, Entity, Draft>;
  /** Null makes a new one. */
  id: string | null;
  /** The list that Save and Back return to; without one there is a single item, and Save stays with it. */
  list?: { path: PlainPath; label: string; create: PlainPath };
  title: (form: Form) => string;
  children: (editor: Editor<Form, Entity>) => ReactNode;
  /** Where Save and Back stand. */
  barAt?: 'top' | 'bottom';
  renderPreview?: (form: Form) => ReactNode;
  renderAside?: (editor: Editor<Form, Entity>) => ReactNode;
};

const GoneItem = lazyPart(
  () => import('./gone-item.tsx'),
  (module) => module.GoneItem,
);

/** One page for new and edit (§4): loads the item, or says that it is not there. */
export const EditorPage = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  props: EditorPageProps<Form, Entity, Draft>,
) => {
  const { spec, id, list } = props;
  const common = useMessages(commonMessages);
  const loaded = useQuery({
    // Of nobody else's: no save or read of a list may touch it (D-3B).
    queryKey: ['editor', spec.kind, id],
    queryFn: async () => (id === null ? null : spec.read(id)),
    initialData: () => justStored<Entity>(spec.kind, id),
    // A form starts from what is stored now, and nothing may change it under the person's hands.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  // What is open stays open, whatever becomes of another read (D-3B).
  if (loaded.data !== undefined) return <LoadedEditor key={id ?? ''} {...props} loaded={loaded.data} />;
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

type LoadedProps<Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>> = EditorPageProps<Form, Entity, Draft> & {
  loaded: Tagged<Entity> | null;
};

/** The editor until it is left: what follows Save is the list, what follows Ctrl+S the item as it is stored now. */
const useVisit = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  { spec, id, list, loaded, title }: LoadedProps<Form, Entity, Draft>,
  formRef: RefObject<HTMLFormElement | null>,
) => {
  const client = useQueryClient();
  const navigate = useNavigate();
  const say = useSavedWord();
  /** The form that was saved, from which nothing goes on; what is typed since would be lost (ux 9). */
  const left = useRef<Form | null>(null);
  /** What Save or Ctrl+S asked for; another try after a failure is the same. */
  const stays = useRef(false);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const editor = useEditor(spec, id, loaded, {
    onSaved: async ({ id: savedId, form: saved, mergedWith, stored, ...written }) => {
      left.current = saved;
      await spec.changed(client);
      const name = title(saved);
      const path = list && itemPath(list.path, savedId);
      if (list) listPlaces.mark(list.path, savedId);
      const typedSince = !stays.current && isChanged(saved, editor.now());
      if (list && path && !stays.current && !typedSince) {
        say({ name, mergedWith, opens: path });
        return navigate(backTo(list.path));
      }
      if (mergedWith || typedSince) say({ name, mergedWith, opens: null, typedSince });
      if (stored) {
        editor.settle(stored, written);
        left.current = null;
        return setSavedAt(Date.parse(stored.value.updatedAt));
      }
      if (!path) return;
      const made = await spec.read(savedId).catch(() => undefined);
      left.current = editor.now();
      goOn(spec.kind, savedId, made, saved, left.current);
      // What was typed meanwhile goes on there, where there is one to go on from.
      if (made) editor.draft.drop(left.current);
      return navigate({ to: path, replace: true, resetScroll: false });
    },
    onRefused: (mark) => focusFirstProblem(formRef.current, mark),
  });
  const justMade = useGoneOn(spec.kind, id, () => formRef.current, editor.change);
  const madeAt = justMade && editor.entity ? Date.parse(editor.entity.updatedAt) : null;
  const saveAnd = (stay: boolean) => (): void => {
    // What is under way ends as it was asked for.
    if (editor.isSaving) return;
    stays.current = stay;
    editor.save();
  };
  const inApp = useInApp(spec, id, editor, {
    title,
    onProblems: () => focusFirstProblem(formRef.current, editor.reveal),
    onLeave: () => {
      left.current = editor.now();
    },
  });
  const isDirty = (): boolean => (left.current === null ? editor.dirty : isChanged(left.current, editor.now()));
  useSaveKey(saveAnd(true));
  useMarked(list?.path, id);
  return { editor, save: saveAnd(false), inApp, savedAt: savedAt ?? madeAt, isDirty };
};

type DraftOfferProps = {
  draft: { found: { savedAt: number } | null; discard: () => void };
  formRef: RefObject<HTMLFormElement | null>;
  onRestore: () => void;
};

const DraftOffer = ({ draft: { found, discard }, formRef, onRestore }: DraftOfferProps) => {
  const words = useMessages(frameMessages);
  const format = useFormat();
  const at = found && format.minute(new Date(found.savedAt).toISOString());
  return at && <DraftBanner text={words.draftFound(at)} formRef={formRef} onRestore={onRestore} onDiscard={discard} />;
};

type FormFacts = Pick<EditorBarProps, 'uploading' | 'isSaving' | 'dirty' | 'failure'> & {
  summary: EditorBarProps['problems'];
  entity: unknown;
};

/** What the bar says of the form, and nothing that changes with each letter. */
const barOf = ({ summary, uploading, isSaving, dirty, failure, entity }: FormFacts) => ({
  problems: summary,
  uploading,
  isSaving,
  dirty,
  failure,
  isNew: entity === null,
});

/** What the bar and the guard call: the same functions for good, so that neither is drawn with each letter. */
const useActs = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  { editor, inApp, isDirty }: ReturnType<typeof useVisit<Form, Entity, Draft>>,
  formRef: RefObject<HTMLFormElement | null>,
) => ({
  isDirty: useLatest(isDirty),
  dropDraft: useLatest(() => editor.draft.drop()),
  saveAgain: useLatest(editor.save),
  showInApp: useLatest(inApp),
  toFirstProblem: useLatest(() => focusFirstProblem(formRef.current, editor.reveal)),
});

type StoredHistoryProps<Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>> = {
  spec: EditorSpec<Form, Entity, Draft>;
  editor: ReturnType<typeof useEditor<Form, Entity, Draft>>;
  title: (form: Form) => string;
  use: ReturnType<typeof useVersions<Form, Entity, Draft>>['use'];
};

/** The history of an item that is stored; a new one has none. */
const StoredHistory = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  props: StoredHistoryProps<Form, Entity, Draft>,
) => {
  const { spec, editor, title, use } = props;
  const { entity, stored, form } = editor;
  return entity && <HistoryOf spec={spec} id={entity._id} name={title(stored)} stored={{ entity, form: stored }} form={form} use={use} />;
};

const LoadedEditor = <Form extends FormShape, Entity extends Marked, Draft extends DraftOf<Form>>(
  props: LoadedProps<Form, Entity, Draft>,
) => {
  const { spec, list, title, children, barAt = 'bottom', renderPreview, renderAside } = props;
  const formRef = useRef<HTMLFormElement>(null);
  const [openedAt] = useState(() => Date.now());
  const visit = useVisit(props, formRef);
  const { editor, save, savedAt } = visit;
  const { entity, draft } = editor;
  const versions = useVersions(spec, editor, formRef);
  const focusSave = useFocusOnSave(formRef, editor.isSaving);
  const acts = useActs(visit, formRef);
  return (
    <>
      <EditorHead
        kind={spec.kind}
        heading={title(editor.form)}
        list={list}
        entity={entity}
        at={savedAt ?? openedAt}
        duplicates={spec.kind !== 'store'}
      />
      {versions.notice}
      <DraftOffer draft={draft} formRef={formRef} onRestore={editor.restore} />
      <EditorLayout
        formRef={formRef}
        barAt={barAt}
        onSubmit={save}
        preview={renderPreview?.(editor.form)}
        aside={renderAside?.(editor)}
        bar={
          <EditorBar
            {...barOf(editor)}
            list={list}
            keptAt={draft.keptAt}
            savedAt={savedAt}
            onSave={acts.saveAgain}
            onInApp={spec.inApp ? acts.showInApp : null}
            onProblems={acts.toFirstProblem}
          />
        }
      >
        {children(editor)}
      </EditorLayout>
      <ConflictQuestion spec={spec} editor={editor} onGivenUp={focusSave} />
      <StoredHistory spec={spec} editor={editor} title={title} use={versions.use} />
      <UnsavedGuard isDirty={acts.isDirty} onLeave={acts.dropDraft} />
    </>
  );
};
