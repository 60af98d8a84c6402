import type { ReactNode } from 'react';
import classes from './panel.module.css';

type PanelProps = {
  title: string;
  id?: string;
  /** Within another box: without one of its own. */
  flat?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** A part of a form, with its name inside the box. */
export const Panel = ({ title, id, flat = false, className = '', children }: PanelProps) => (
  <fieldset id={id} className={`${classes.panel} ${className}`} data-flat={flat || undefined}>
    <legend>{title}</legend>
    {children}
  </fieldset>
);
