import { fileUrl } from '@endcap/contract/files';
import type { Notification } from '@endcap/contract/notifications';
import { Anchor } from '@mantine/core';
import { useMessages } from '../../../lib/language.tsx';
import classes from './notification-details.module.css';
import { detailsMessages } from './details.messages.ts';

type Facts = { notification: Notification };

/** Where a tap leads: an address of the web, or an item of the app by its name. */
const Target = ({ notification: { url, target } }: Facts) => {
  const words = useMessages(detailsMessages);
  if (!url) return words.none;
  if (/^https?:/.test(url))
    return (
      <Anchor href={url} target="_blank" rel="noopener noreferrer">
        {url}
      </Anchor>
    );
  return (
    <>
      {target && (
        <strong className={classes.target}>
          {words.targetItem(target.name ?? words.unknownContent, target.page)}
          {target.name !== null && target.deleted && <small> ({words.deletedContent})</small>}
        </strong>
      )}
      <code>{url}</code>
    </>
  );
};

/** What was sent. */
export const MessageFacts = ({ notification }: Facts) => {
  const words = useMessages(detailsMessages);
  const { content, image } = notification;
  return (
    <>
      <dt>{words.content}</dt>
      <dd className={classes.text}>{content}</dd>
      <dt>{words.url}</dt>
      <dd>
        <Target notification={notification} />
      </dd>
      <dt>{words.image}</dt>
      <dd>{image ? <img className={classes.image} src={fileUrl(image) ?? ''} alt={words.image} /> : words.none}</dd>
    </>
  );
};
