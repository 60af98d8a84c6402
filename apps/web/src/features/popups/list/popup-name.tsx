import type { PopupRow } from '@endcap/contract/popups';
import { Badge } from '@mantine/core';
import { RowLink } from '../../../frames/rows.tsx';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { popupMessages } from '../popup.messages.ts';
import classes from './popup-list.module.css';

/** Name of a popup. If customers see it now, also the app versions and its position in the queue. */
export const PopupName = ({ popup: { _id, name, version, shown } }: { popup: PopupRow }) => {
  const words = useMessages(popupMessages);
  const format = useFormat();
  const facts = shown && [!shown.everyVersion && words.onlyVersions(version), words.place(format.number(shown.place))];
  return (
    <div className={classes.name}>
      <RowLink to={paths.popupEdit} params={{ popupId: _id }}>
        {name}
      </RowLink>
      <Badge {...(!shown && { color: 'gray' })} variant="light" tt="none" miw="max-content">
        {shown ? words.shownNow : words.notShown}
      </Badge>
      <small>{facts ? facts.filter(Boolean).join(' · ') : words.noText}</small>
    </div>
  );
};
