import { useMessages } from '../../lib/language.tsx';
import { LinkAnchor } from '../../ui/link-anchor.tsx';
import classes from './history.module.css';
import { historyMessages } from './history.messages.ts';

/** A field's label, which opens the changes of this field of the item (E-66). */
export const FieldLink = ({ field, label }: { field: string; label: string }) => {
  const words = useMessages(historyMessages);
  return (
    <LinkAnchor to="." search={{ history: '', field }} resetScroll={false} className={classes.fieldLink ?? ''} title={words.ofField(label)}>
      {label}
    </LinkAnchor>
  );
};
