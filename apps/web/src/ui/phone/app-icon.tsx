import classes from './phone.module.css';

/** The chain's brand, shown as the sender of notifications and in the app's header. */
export type AppFace = { name: string; logo: string | null };

/** The chain's logo, or its initial. */
export const AppIcon = ({ name, logo }: AppFace) => (
  <span className={classes.icon} aria-hidden>
    {logo ? <img src={logo} alt="" /> : name.slice(0, 1)}
  </span>
);
