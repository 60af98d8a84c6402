import type { ReactNode } from 'react';
import classes from './phone.module.css';

/** A button of the app; where nothing can be pressed it is a picture of one. */
export const PhoneButton = ({ onPress, children }: { onPress: (() => void) | undefined; children: ReactNode }) =>
  onPress ? (
    <button type="button" className={classes.button} onClick={onPress}>
      {children}
    </button>
  ) : (
    <span className={classes.button}>{children}</span>
  );
