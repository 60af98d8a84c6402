import { createLink } from '@tanstack/react-router';
import type { ComponentProps, PointerEvent } from 'react';
import classes from './list-page.module.css';

/** What the row has no room for is told to whoever rests on it. */
const tellWhole = ({ currentTarget: link }: PointerEvent<HTMLAnchorElement>): void => {
  const name = link.querySelector('strong');
  link.title = name && name.scrollHeight > name.clientHeight ? name.innerText : '';
};

/** What a row is called, as a link that lies over the whole row; what else can be pressed there lies above it. */
export const RowLink = createLink(({ children, ...link }: ComponentProps<'a'>) => (
  <a {...link} className={classes.link} onPointerEnter={tellWhole}>
    <strong>{children}</strong>
  </a>
));
