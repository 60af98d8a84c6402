import { Notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { APPEARS } from './motion.ts';
import classes from './toasts.module.css';

/** Below the top bar, whose buttons stay in reach, and under menus: who opens one wants to choose from it. */
export const Toasts = () => (
  <Notifications position="top-right" zIndex={299} transitionDuration={APPEARS.duration} className={classes.place ?? ''} />
);
