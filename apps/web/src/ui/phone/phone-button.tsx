import type { ReactNode } from 'react';
import classes from './phone.module.css';

/** A button of the app; without a handler it is not interactive. */
export const PhoneButton = ({ onPress, children }: { onPress: (() => void) | undefined; children: ReactNode }) =>
  onPress ? (
    <button type="button" className={classes.button} onClick={onPress}>
      {children}
    </button>
  ) : (
    <span className={classes.button}>{children}</span>
  );
