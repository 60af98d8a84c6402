import type { Preview, PreviewChange } from '@endcap/contract/preview';
import { ActionIcon } from '@mantine/core';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { withOther } from '../../lib/with-other.ts';
import { IconChevronRight } from '../../ui/icons/frame-icons.ts';
import { previewMessages } from './preview.messages.ts';
import classes from './preview.module.css';

const SPAN_MS = 14 * 86_400_000;

/** The changes before and after an instant, and their positions on the bar: 0 is its left end, 1 its right end. */
const stepsOf = ({ changes, at }: Preview) => {
  const middle = Date.parse(at);
  return {
    before: changes.findLast((change) => change.at < at),
    next: changes.find((change) => change.at > at),
    here: changes.find((change) => change.at === at),
    marks: changes.map((change) => ({ change, position: (Date.parse(change.at) - middle + SPAN_MS) / (2 * SPAN_MS) })),
  };
};

type Turning = PreviewChange['items'][number];
const isEnd = ({ turning }: Turning): boolean => turning === 'goes' || turning === 'expires';

/** Describes a change: its instant and the items that appear or end. An end at midnight is named by its last day (E-62). */
const useChangeText = () => {
  const words = useMessages(previewMessages);
  const format = useFormat();
  const turningsOf = (items: readonly Turning[]): string[] =>
    items.map(({ turning, name }) => withOther(words.turns, turning, words.turns.other)(name));
  return ({ at, items, count, edited }: PreviewChange): string => {
    const others = [...(count > items.length ? [words.more(format.number(count - items.length))] : []), ...(edited ? [words.edited] : [])];
    const [moment, endMoment] = [format.moment(at), format.endMoment(at)];
    if (moment === endMoment || !items.some(isEnd)) return [moment, ...turningsOf(items), ...others].join(', ');
    const begun = [...turningsOf(items.filter((item) => !isEnd(item))), ...others];
    const ended = [endMoment, ...turningsOf(items.filter(isEnd))].join(', ');
    return begun.length === 0 ? ended : `${ended}; ${[moment, ...begun].join(', ')}`;
  };
};

type StepProps = { to: PreviewChange | undefined; label: string; none: string; back?: boolean; onGo: (at: string) => void };

const Step = ({ to, label, none, back = false, onGo }: StepProps) => {
  const textOf = useChangeText();
  const text = to ? `${label}: ${textOf(to)}` : none;
  return (
    <ActionIcon
      variant="default"
      size="lg"
      className={back ? (classes.back ?? '') : ''}
      aria-label={text}
      title={text}
      disabled={!to}
      onClick={() => to && onGo(to.at)}
    >
      <IconChevronRight size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
};

/** Legend of the marks on the bar (E-6G). */
const Legend = ({ changes }: Pick<Preview, 'changes'>) => {
  const { legend } = useMessages(previewMessages);
  if (changes.length === 0) return null;
  return (
    <ul className={classes.legend}>
      {changes.some(({ edited }) => !edited) && (
        <li>
          <i />
          <span>{legend.planned}</span>
        </li>
      )}
      {changes.some(({ edited }) => edited) && (
        <li>
          <i data-edited />
          <span>{legend.edited}</span>
        </li>
      )}
      <li>
        <b />
        <span>{legend.shown}</span>
      </li>
    </ul>
  );
};

/** Slider over the instants at which this customer's app changes. Arrow keys step between them (PREV-04). */
export const ChangesBar = ({ shown, onGo }: { shown: Preview; onGo: (at: string) => void }) => {
  const words = useMessages(previewMessages);
  const format = useFormat();
  const textOf = useChangeText();
  const { before, next, here, marks } = stepsOf(shown);
  const onKeyDown = (event: KeyboardEvent): void => {
    const targets: Record<string, string | undefined> = {
      ArrowLeft: before?.at,
      ArrowDown: before?.at,
      ArrowRight: next?.at,
      ArrowUp: next?.at,
      Home: shown.changes[0]?.at,
      End: shown.changes.at(-1)?.at,
    };
    if (!(event.key in targets)) return;
    event.preventDefault();
    const at = targets[event.key];
    if (at !== undefined && at !== shown.at) onGo(at);
  };
  const onPointerDown = (event: PointerEvent): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const pressed = (event.clientX - left) / width;
    const [nearest] = marks.toSorted((one, other) => Math.abs(one.position - pressed) - Math.abs(other.position - pressed));
    if (nearest) onGo(nearest.change.at);
  };
  const text = here ? textOf(here) : format.moment(shown.at);
  return (
    <div className={classes.changes}>
      <Step to={before} label={words.previous} none={words.noPrevious} back onGo={onGo} />
      <div
        className={classes.bar}
        role="slider"
        tabIndex={0}
        aria-label={words.changes}
        aria-valuemin={0}
        aria-valuemax={Math.max(1, shown.changes.length)}
        aria-valuenow={shown.changes.filter(({ at }) => at <= shown.at).length}
        aria-valuetext={text}
        title={words.changesHint}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
      >
        {marks.map(({ change, position }) => (
          <i key={change.at} style={{ left: `${position * 100}%` }} data-edited={change.edited || undefined} />
        ))}
        <b />
      </div>
      <Step to={next} label={words.next} none={words.noNext} onGo={onGo} />
      <Legend changes={shown.changes} />
      <p role="status" className={classes.here}>
        {shown.changes.length === 0 ? words.noChanges : text}
      </p>
    </div>
  );
};
