import type { ReactNode } from 'react';
import classes from './panel.module.css';

type PanelProps = {
  title: string;
  id?: string;
  /** Without a box of its own, for use within another one. */
  flat?: boolean;
  className?: string | undefined;
  /** Shown in place of the content: a summary, and the label of the button that unfolds it. */
  folded?: { state: string; open: string; onOpen: () => void } | null;
  /** Label of the button that folds it; null if it cannot be folded. */
  foldable?: { fold: string; onFold: () => void } | null;
  children: ReactNode;
};

/** A part of a form, with its name inside the box. */
export const Panel = ({ title, id, flat = false, className = '', folded = null, foldable = null, children }: PanelProps) => (
  <fieldset id={id} className={`${classes.panel} ${className}`} data-flat={flat || undefined} data-folded={folded !== null || undefined}>
    <legend>
      <h2>{title}</h2>
    </legend>
    {folded ? (
      <div>
        <span>{folded.state}</span>
        <button type="button" aria-label={`${folded.open}: ${title}`} aria-expanded={false} onClick={folded.onOpen}>
          {folded.open}
        </button>
      </div>
    ) : (
      <>
        {children}
        {foldable && (
          <button type="button" className={classes.fold} aria-label={`${foldable.fold}: ${title}`} aria-expanded onClick={foldable.onFold}>
            {foldable.fold}
          </button>
        )}
      </>
    )}
  </fieldset>
);
