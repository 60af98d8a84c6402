import { Button, Skeleton, Stack, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiProblem, type Tagged } from '../lib/api.ts';
import { commonMessages } from '../lib/common.messages.ts';
import { useFormat, useMessages } from '../lib/language.tsx';
import { listPlaces } from '../lib/list-places.ts';
import type { PlainPath } from '../lib/paths.ts';
import { toast } from '../lib/toast.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { FailedView, StateView } from '../ui/state-view.tsx';
import { BackLink, backTo, useMarked } from './back-link.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DraftBanner } from './draft-banner.tsx';
import { EditorLayout, focusFirstProblem, ProblemCount } from './editor-layout.tsx';
import classes from './editor-page.module.css';
import type { Editor, EditorSpec, Marked } from './editor-spec.ts';
import { frameMessages } from './frame.messages.ts';
import type { FormShape } from './merge.ts';
import { SaveFailure } from './save-failure.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { useEditor } from './use-editor.ts';

type EditorPageProps<Form extends FormShape, Entity extends Marked> = {
  spec: EditorSpec<Form, Entity>;
  /** Null makes a new one. */
  id: string | null;
  /** The list that Save and Back return to; without one there is a single item, and Save stays with it. */
  list?: { path: PlainPath; label: string };
  title: (form: Form) => string;
  children: (editor: Editor<Form, Entity>) => ReactNode;
  /** Where Save and Back stand. */
  barAt?: 'top' | 'bottom';
  renderPreview?: (form: Form) => ReactNode;
  renderAside?: (editor: Editor<Form, Entity>) => ReactNode;
};

const isNotFound = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404;

/** One page for new and edit (§4): loads the item, or says that it is not there. */
export const EditorPage = <Form extends FormShape, Entity extends Marked>(props: EditorPageProps<Form, Entity>) => {
  const { spec, id, list } = props;
  const common = useMessages(commonMessages);
  const loaded = useQuery({
    // Of nobody else's: no save or read of a list may touch it (D-3B).
    queryKey: ['editor', spec.kind, id],
    queryFn: async () => (id === null ? null : spec.read(id)),
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
          <StateView title={common.notFound}>
            <LinkButton {...backTo(list.path)} variant="default" mt="xs">
              {list.label}
            </LinkButton>
          </StateView>
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

const LoadedEditor = <Form extends FormShape, Entity extends Marked>({
  spec,
  id,
  list,
  title,
  children,
  barAt = 'bottom',
  renderPreview,
  renderAside,
  loaded,
}: EditorPageProps<Form, Entity> & { loaded: Tagged<Entity> | null }) => {
  const words = useMessages(frameMessages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const client = useQueryClient();
  const navigate = useNavigate();
  const formRef = useRef<HTMLFormElement>(null);
  const leaving = useRef(false);
  const [openedAt] = useState(() => Date.now());
  const [savedAt, setSavedAt] = useState<number | null>(null);

  const editor = useEditor(spec, id, loaded, {
    onSaved: async ({ id: savedId, form: saved, mergedWith, stored }) => {
      leaving.current = list !== undefined;
      await spec.changed(client);
      if (mergedWith)
        toast.success({ title: words.saved, body: words.merged(mergedWith.updatedBy ?? words.someone), closeLabel: common.close });
      if (list) {
        listPlaces.mark(list.path, savedId);
        return navigate(backTo(list.path));
      }
      if (!stored) return;
      editor.settle(stored, saved);
      setSavedAt(Date.parse(stored.value.updatedAt));
    },
    onRefused: (mark) => focusFirstProblem(formRef.current, mark),
  });
  const { entity, draft, save, dirty, failure, conflict, isSaving } = editor;
  const problemCount = Object.keys(editor.problems).length;

  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    save();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);

  useMarked(list?.path, id);
  const focusSave = (): void => {
    if (document.activeElement === document.body) formRef.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  };
  const onDone = useEffectEvent(focusSave);
  // A button that waits for its answer gives the focus away (WCAG 2.4.3).
  useEffect(() => (isSaving ? () => onDone() : undefined), [isSaving]);

  const heading = title(editor.form);
  return (
    <>
      <title>{`${heading} · Endcap`}</title>
      {list && <BackLink {...list} />}
      <div className={classes.head}>
        <Title order={1}>{heading}</Title>
        {entity && entity.updatedBy !== null && (
          <span>{words.changedBy(entity.updatedBy, format.ago(entity.updatedAt, savedAt ?? openedAt))}</span>
        )}
      </div>
      {draft.found && (
        <DraftBanner
          text={words.draftFound(format.minute(new Date(draft.found.savedAt).toISOString()))}
          formRef={formRef}
          onRestore={editor.restore}
          onDiscard={draft.discard}
        />
      )}
      <EditorLayout
        formRef={formRef}
        barAt={barAt}
        onSubmit={save}
        preview={renderPreview?.(editor.form)}
        aside={renderAside?.(editor)}
        bar={
          <>
            <Button type="submit" disabled={problemCount > 0 || editor.uploading} loading={isSaving} title="Ctrl+S">
              {words.save}
            </Button>
            {list && (
              <LinkButton {...backTo(list.path)} variant="subtle" color="gray">
                {words.back}
              </LinkButton>
            )}
            <div className={classes.state} role="status">
              <ProblemCount count={problemCount} onFollow={() => focusFirstProblem(formRef.current, editor.reveal)} />
              {savedAt !== null && !dirty && (
                <span className={classes.saved}>
                  <IconCheck size={16} aria-hidden /> {words.savedAt(format.time(savedAt))}
                </span>
              )}
              {draft.keptAt !== null && <span>{words.draftKept(format.time(draft.keptAt))}</span>}
            </div>
            {failure && <SaveFailure failure={failure} onRetry={save} />}
          </>
        }
      >
        {children(editor)}
      </EditorLayout>
      {conflict && (
        <ConflictDialog
          spec={spec}
          conflict={conflict}
          onClose={() => {
            flushSync(editor.dismissConflict);
            focusSave();
          }}
          onChoose={editor.choose}
        />
      )}
      <UnsavedGuard isDirty={() => dirty && !leaving.current} onLeave={draft.drop} />
    </>
  );
};
