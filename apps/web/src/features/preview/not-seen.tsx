import { contentWords } from '@endcap/contract/content';
import { type HiddenItem, type Preview, UNSAVED_ID } from '@endcap/contract/preview';
import { Link } from '@tanstack/react-router';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useLanguage, useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { withOther } from '../../lib/with-other.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { previewMessages } from './preview.messages.ts';
import classes from './preview.module.css';
import { WhyHidden } from './why-hidden.tsx';

type ItemLinkProps = { kind: HiddenItem['kind'] | 'notification'; id: string; children: string };

/** Link to the editor of an item or to a notification's details. An unsaved form has no link. */
export const ItemLink = ({ kind, id, children }: ItemLinkProps) => {
  if (id === UNSAVED_ID) return <strong>{children}</strong>;
  if (kind === 'content')
    return (
      <Link to={paths.contentEdit} params={{ contentId: id }}>
        {children}
      </Link>
    );
  if (kind === 'popup')
    return (
      <Link to={paths.popupEdit} params={{ popupId: id }}>
        {children}
      </Link>
    );
  return (
    <Link to={paths.notificationDetails} params={{ notificationId: id }}>
      {children}
    </Link>
  );
};

type NotSeenProps = { shown: Preview; text: string; onText: (text: string) => void; onGo: (at: string) => void };

/** Items that this customer does not see, with the reasons (PREV-03). */
export const NotSeen = ({ shown, text, onText, onGo }: NotSeenProps) => {
  const words = useMessages(previewMessages);
  const format = useFormat();
  const { types } = contentWords[useLanguage()];
  const { other } = useMessages(commonMessages);
  const { hidden, hiddenTotal } = shown;
  return (
    <section className={classes.list} aria-label={words.hidden}>
      <h2>{words.hidden}</h2>
      <SearchField label={words.hiddenSearch} value={text} onApply={onText} />
      <p role="status">
        {hiddenTotal === 0
          ? text
            ? words.hiddenNoMatch
            : words.hiddenNone
          : words.hiddenTotal(format.number(hidden.length), format.number(hiddenTotal))}
      </p>
      <ul className={classes.rows}>
        {hidden.map(({ kind, id, name, contentType, because }) => (
          <li key={`${kind} ${id}`}>
            <ItemLink kind={kind} id={id}>
              {name || words.popup}
            </ItemLink>{' '}
            <small>{contentType ? withOther(types, contentType, other) : words.popup}</small>
            <WhyHidden because={because} about={shown} onGo={onGo} />
          </li>
        ))}
      </ul>
    </section>
  );
};
