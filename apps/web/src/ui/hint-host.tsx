import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from './hint-host.module.css';

const GAP = 5;
const EDGE = 8;

/** Returns true if the element already shows the hint's text. */
const showsText = (of: HTMLElement): boolean =>
  [...of.children].some((part) => part.textContent === of.dataset['hint'] && part.getBoundingClientRect().width > 1);

const hinted = ({ target }: Event): HTMLElement | null => {
  const of = target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null;
  // No hint for a button whose menu is open: the hint would cover the menu.
  return of && of.ariaExpanded !== 'true' && !showsText(of) ? of : null;
};

/** Returns the position of the hint: above the element, or right of it with `data-hint-at="right"`; below if there is no room, and never beyond the edges. */
const positionOf = (of: HTMLElement, box: DOMRect): { left: number; top: number } => {
  const at = of.getBoundingClientRect();
  const within = (wanted: number, room: number): number => Math.max(EDGE, Math.min(wanted, room - EDGE));
  if (of.dataset['hintAt'] === 'right') return { left: at.right + GAP, top: at.top + (at.height - box.height) / 2 };
  const above = at.top - GAP - box.height;
  return { left: within(at.left + (at.width - box.width) / 2, innerWidth - box.width), top: above < EDGE ? at.bottom + GAP : above };
};

/** Returns the element whose hint is shown: the one under the mouse or with keyboard focus. */
const useHinted = (): HTMLElement | null => {
  const [of, setOf] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const over = (event: PointerEvent): void => setOf(event.pointerType === 'mouse' ? hinted(event) : null);
    const focus = (event: FocusEvent): void => {
      const element = hinted(event);
      // Also hides the hint: if the button that opened a menu was removed, no focusout event follows.
      setOf(element?.matches(':focus-visible') ? element : null);
    };
    const leave = (): void => setOf(null);
    const key = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') leave();
    };
    const ends = new AbortController();
    const { signal } = ends;
    document.addEventListener('pointerover', over, { signal });
    document.addEventListener('focusin', focus, { signal });
    document.addEventListener('keydown', key, { signal });
    for (const end of ['focusout', 'pointerdown', 'scroll', 'pointerleave'] as const)
      document.addEventListener(end, leave, { signal, capture: true, passive: true });
    return () => ends.abort();
  }, []);
  return of;
};

/** Tooltip with the name of an icon (`data-hint`). Screen readers read the icon's `aria-label` instead. */
export const HintHost = () => {
  const of = useHinted();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const hint = box.current;
    if (!hint || !of?.isConnected) return;
    if (!hint.matches(':popover-open')) hint.showPopover();
    const { left, top } = positionOf(of, hint.getBoundingClientRect());
    Object.assign(hint.style, { left: `${left}px`, top: `${top}px` });
  }, [of]);
  return of?.dataset['hint'] ? (
    <div ref={box} className={classes.hint} popover="manual" aria-hidden data-testid="hint" lang={of.closest<HTMLElement>('[lang]')?.lang}>
      {of.dataset['hint']}
    </div>
  ) : null;
};
