import { useMessages } from '../../../lib/language.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import { popupMessages } from '../popup.messages.ts';
import classes from './popup-editor.module.css';

/** A popup over the app, as customers see it. */
export const PopupPreview = ({ text }: { text: string }) => {
  const words = useMessages(popupMessages);
  return (
    <figure className={classes.figure}>
      <div className={classes.phone} role="img" aria-label={words.preview}>
        <div className={classes.screen}>
          {text.trim() !== '' && (
            <div className={classes.popup}>
              <Markdown source={text} />
              <span className={classes.close}>{words.close}</span>
            </div>
          )}
        </div>
      </div>
      <figcaption>{text.trim() === '' ? words.silent : words.approximate}</figcaption>
    </figure>
  );
};
