import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import classes from './list-page.module.css';

/** What a row is called, as a link that lies over the whole row; what else can be pressed there lies above it. */
export const RowLink = createLink(({ children, ...link }: ComponentProps<'a'>) => (
  <a {...link} className={classes.link}>
    <strong>{children}</strong>
  </a>
));
