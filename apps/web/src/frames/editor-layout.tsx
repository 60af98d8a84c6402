import { Alert, Button } from '@mantine/core';
import { memo, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ProblemSummary } from '../form/form-store.ts';
import { useMessages } from '../lib/language.tsx';
import { Dialog } from '../ui/dialog.tsx';
import classes from './editor-layout.module.css';
import { frameMessages } from './frame.messages.ts';

type EditorLayoutProps = {
  formRef: RefObject<HTMLFormElement | null>;
  /** The form is for a new item, so its first field gets the focus. */
  isNew: boolean;
  onSubmit: () => void;
  children: ReactNode;
  barAt?: 'top' | 'bottom';
  /** Buttons, then the problems that block them; always in view. */
  bar: ReactNode;
  /** Links to the parts of the form; above the preview, on narrow pages above the form. */
  index?: ReactNode;
  /** Preview of the customer's screen; below 1100 px a button opens it. */
  preview?: ReactNode;
  /** Content that stays beside or above the form at every width. */
  aside?: ReactNode;
  /** Summary to read before the last press: beside the form and the preview, on narrow pages between the form and the bar. */
  review?: ReactNode;
};

const PreviewButton = memo(({ onOpen }: { onOpen: (opened: boolean) => void }) => (
  <Button className={classes.previewButton ?? ''} variant="default" size="compact-sm" onClick={() => onOpen(true)}>
    {useMessages(frameMessages).preview}
  </Button>
));

/** Focuses the first field of a new item, unless something else has the focus. A touch screen would open its keyboard over the form (E-54). */
const useFocusOnNew = (formRef: RefObject<HTMLFormElement | null>, isNew: boolean): void =>
  useEffect(() => {
    if (!isNew || document.activeElement !== document.body || matchMedia('(pointer: coarse)').matches) return;
    formRef.current
      ?.querySelector<HTMLElement>('input:not([type="file"], [type="radio"]:not(:checked)), textarea, select')
      ?.focus({ preventScroll: true });
  }, [formRef, isNew]);

/** Form left, the phone right, the bar at the bottom. */
export const EditorLayout = ({
  formRef,
  isNew,
  onSubmit,
  children,
  bar,
  barAt = 'bottom',
  index,
  preview,
  aside,
  review,
}: EditorLayoutProps) => {
  const words = useMessages(frameMessages);
  const [previewing, setPreviewing] = useState(false);
  useFocusOnNew(formRef, isNew);
  return (
    <div className={classes.columns} data-reviewed={review !== undefined || undefined}>
      <form
        ref={formRef}
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {barAt === 'bottom' && children}
        <div className={classes.bar} data-at={barAt}>
          {bar}
        </div>
        {barAt === 'top' && children}
      </form>
      {(index ?? preview ?? aside ?? review) && (
        <aside className={classes.rail}>
          {index && <div className={classes.index}>{index}</div>}
          {review && <div className={classes.review}>{review}</div>}
          {preview && <div className={classes.preview}>{preview}</div>}
          {aside}
          {preview && <PreviewButton onOpen={setPreviewing} />}
        </aside>
      )}
      {preview && (
        <Dialog opened={previewing} onClose={() => setPreviewing(false)} title={words.preview}>
          {preview}
        </Dialog>
      )}
    </div>
  );
};

/** Number of problems, muted until the person has caused one. A click leads to the first of them (ux 10). */
export const ProblemCount = ({ of: { wrong, missing, calm }, onFollow }: { of: ProblemSummary; onFollow: () => void }) => {
  const words = useMessages(frameMessages);
  return wrong + missing === 0 ? null : (
    <button type="button" className={classes.problems} data-calm={calm || undefined} onClick={onFollow}>
      {calm ? words.leftToFill(missing) : words.problems(wrong, missing)}
    </button>
  );
};

/** Runs an action that removes its own button, and moves the focus to the form's first field (WCAG 2.4.3). */
export const answerAbove = (form: HTMLFormElement | null, answer: () => void): void => {
  flushSync(answer);
  if (document.activeElement === document.body) form?.querySelector<HTMLElement>('input, textarea')?.focus();
};

/** Focuses the first invalid field, once `mark` has marked the fields on the page. */
export const focusFirstProblem = (form: HTMLFormElement | null, mark: () => void): void => {
  // Without `flushSync` the marks might be rendered after the query below.
  flushSync(mark);
  const first = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]');
  // In a group this is the first choice. A drop zone takes the focus itself, because its input is hidden.
  const inside = first?.querySelector<HTMLElement>('input:not([type="file"])');
  (first?.matches('input, textarea, select, [tabindex]') ? first : (inside ?? first))?.focus();
};

type DraftBannerProps = { text: string; formRef: RefObject<HTMLFormElement | null>; onRestore: () => void; onDiscard: () => void };

/** Offers the unsaved input of an earlier visit (ux 9). */
export const DraftBanner = ({ text, formRef, onRestore, onDiscard }: DraftBannerProps) => {
  const words = useMessages(frameMessages);
  return (
    <Alert color="yellow" variant="light" role="status" mb="md" className={classes.found ?? ''}>
      <span>{text}</span>
      <Button size="compact-sm" variant="default" onClick={() => answerAbove(formRef.current, onRestore)}>
        {words.restore}
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => answerAbove(formRef.current, onDiscard)}>
        {words.discard}
      </Button>
    </Alert>
  );
};
