import { type ReactNode, useState } from 'react';
import { lazyPart } from '../lib/lazy-part.tsx';
import classes from './dialog.module.css';
import type { DialogProps } from './dialog-box.tsx';

const DialogBox = lazyPart(
  () => import('./dialog-box.tsx'),
  (module) => module.DialogBox,
);

/** A dialog above the page. Until it is first opened, its code is not loaded and nothing is rendered. */
export const Dialog = (props: DialogProps) => {
  const [wanted, setWanted] = useState(props.opened);
  if (props.opened && !wanted) setWanted(true);
  return wanted ? <DialogBox {...props} /> : null;
};

/** Buttons at the end of a dialog. */
export const DialogButtons = ({ children }: { children: ReactNode }) => <div className={classes.buttons}>{children}</div>;
