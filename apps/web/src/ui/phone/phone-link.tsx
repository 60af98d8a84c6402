import type { ReactNode } from 'react';
import classes from './phone.module.css';

/** A link of the app; without a handler it is not interactive. */
export const PhoneLink = ({ onPress, children }: { onPress?: () => void; children: ReactNode }) =>
  onPress ? (
    <button type="button" className={classes.link} onClick={onPress}>
      {children}
    </button>
  ) : (
    <span className={classes.link}>{children}</span>
  );
