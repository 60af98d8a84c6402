import classes from './phone.module.css';

type NotificationCardProps = {
  title: string;
  text: string;
  image: string | null;
  when: string;
  /** Label above the card that distinguishes it from others. */
  mark: string | null;
  differs: boolean;
  /** Opens its link; undefined without one. */
  onOpen: (() => void) | undefined;
};

/** A notification in the app's inbox. */
export const NotificationCard = ({ title, text, image, when, mark, differs, onOpen }: NotificationCardProps) => (
  <div className={classes.card} data-testid="notification" data-among data-differs={differs || undefined}>
    {mark && <em>{mark}</em>}
    {image && <img src={image} alt="" />}
    {onOpen ? (
      <button type="button" className={classes.opens} onClick={onOpen}>
        {title}
      </button>
    ) : (
      <strong>{title}</strong>
    )}
    <p>{text}</p>
    <small>{when}</small>
  </div>
);
