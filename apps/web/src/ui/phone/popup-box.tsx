import { useMessages } from '../../lib/language.tsx';
import { Markdown } from '../markdown.tsx';
import { PhoneButton } from './phone-button.tsx';
import { phoneMessages } from './phone.messages.ts';
import classes from './phone.module.css';

type PopupBoxProps = {
  text: string;
  /** Click handler of Close; without it the popup is not interactive. */
  onClose?: () => void;
};

/** A text over the app, with its button. */
export const PopupBox = ({ text, onClose }: PopupBoxProps) => {
  const words = useMessages(phoneMessages);
  return (
    <div className={classes.over}>
      <div className={classes.popup}>
        <div role="group" aria-label={words.screen} tabIndex={0}>
          <Markdown source={text} />
        </div>
        <PhoneButton onPress={onClose}>{words.close}</PhoneButton>
      </div>
    </div>
  );
};
