import { Notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { APPEARS } from './motion.ts';
import classes from './toasts.module.css';

/** Toasts below the top bar, whose buttons stay reachable, and under open menus. */
export const Toasts = () => (
  <Notifications position="top-right" zIndex={299} transitionDuration={APPEARS.duration} className={classes.place ?? ''} />
);
