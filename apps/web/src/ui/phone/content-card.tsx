import type { ReactNode } from 'react';
import { useMessages } from '../../lib/language.tsx';
import { Markdown } from '../markdown.tsx';
import { PhoneButton } from './phone-button.tsx';
import { phoneMessages } from './phone.messages.ts';
import classes from './phone.module.css';

type Item = {
  title: string;
  /** Markdown, in the order in which the app shows it; each has a name. */
  texts: readonly { name: string; source: string }[];
  images: readonly string[];
  disabled?: boolean;
};

type Carded = Item & {
  /** The app's caption below the item. */
  caption?: string;
  /** Notes that the app adds to the card. */
  notes?: readonly string[];
  /** Click handler; without it the card is not interactive. */
  onOpen?: (() => void) | undefined;
  /** Name for an item without a title. Also marks the card as a real one in a list. */
  fallback?: string;
  /** True if the card differs on the other phone. */
  differs?: boolean;
};

const NOTHING: readonly string[] = [];

const Images = ({ images }: Pick<Item, 'images'>) =>
  images.length === 0 ? <i className={classes.noImage} /> : images.map((src) => <img key={src} src={src} alt="" />);

const ItemTitle = ({ title }: Pick<Item, 'title'>) => (title ? <strong>{title}</strong> : <i className={classes.noTitle} />);

/** Card of an item in a list. Missing parts are grey. */
export const ContentCard = ({
  title,
  texts,
  images,
  caption,
  notes = NOTHING,
  disabled = false,
  onOpen,
  fallback,
  differs = false,
}: Carded) => {
  const words = useMessages(phoneMessages);
  const its = title || fallback || '';
  return (
    <div
      className={classes.card}
      data-testid="card"
      data-disabled={disabled || undefined}
      data-among={fallback !== undefined || undefined}
      data-differs={differs || undefined}
    >
      <Images images={images} />
      {onOpen ? (
        <button type="button" className={classes.opens} onClick={onOpen}>
          {its}
        </button>
      ) : (
        <ItemTitle title={its} />
      )}
      {disabled && <small>{words.inactive}</small>}
      {notes.map((note) => (
        <small key={note}>{note}</small>
      ))}
      {texts.map(({ name, source }) => (
        <div key={name} className={classes.short}>
          <Markdown source={source} />
        </div>
      ))}
      {caption && <small>{caption}</small>}
    </div>
  );
};

type Opened = Item & {
  /** Click handler of Close; without it the page is not interactive. */
  onClose?: () => void;
  /** Additional content of the page. */
  children?: ReactNode;
};

/** An opened item on the whole screen, with its name above and Close below. */
export const OpenedPage = ({ title, texts, images, disabled = false, onClose, children }: Opened) => {
  const words = useMessages(phoneMessages);
  return (
    <div className={classes.app} data-disabled={disabled || undefined}>
      <div className={classes.head} data-opened>
        <span aria-hidden>‹</span>
        <span>{title}</span>
      </div>
      <div className={classes.page} role="group" aria-label={words.screen} tabIndex={0}>
        <Images images={images} />
        <ItemTitle title={title} />
        {disabled && <small>{words.inactive}</small>}
        {texts.length === 0 && !children && <i className={classes.noText} />}
        {texts.map(({ name, source }) => (
          <div key={name}>
            <Markdown source={source} />
          </div>
        ))}
        {children}
      </div>
      <PhoneButton onPress={onClose}>{words.close}</PhoneButton>
    </div>
  );
};
