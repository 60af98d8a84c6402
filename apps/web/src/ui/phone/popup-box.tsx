import { useMessages } from '../../lib/language.tsx';
import { Markdown } from '../markdown.tsx';
import { phoneMessages } from './phone.messages.ts';
import classes from './phone.module.css';

/** A text over the app, with its button. */
export const PopupBox = ({ text }: { text: string }) => {
  const words = useMessages(phoneMessages);
  return (
    <div className={classes.over}>
      <div className={classes.popup}>
        <div role="group" aria-label={words.screen} tabIndex={0}>
          <Markdown source={text} />
        </div>
        <span className={classes.button}>{words.close}</span>
      </div>
    </div>
  );
};
