import type { ReactNode } from 'react';
import classes from './phone.module.css';

/** A link of the app; where nothing follows it, it is a picture of one. */
export const PhoneLink = ({ onPress, children }: { onPress?: () => void; children: ReactNode }) =>
  onPress ? (
    <button type="button" className={classes.link} onClick={onPress}>
      {children}
    </button>
  ) : (
    <span className={classes.link}>{children}</span>
  );
