import classes from './phone.module.css';

/** Whose app it is: what senders and the app's head are drawn from. */
export type AppFace = { name: string; logo: string | null };

/** The chain's logo, or its initial. */
export const AppIcon = ({ name, logo }: AppFace) => (
  <span className={classes.icon} aria-hidden>
    {logo ? <img src={logo} alt="" /> : name.slice(0, 1)}
  </span>
);
