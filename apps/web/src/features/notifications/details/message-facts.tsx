import { fileUrl } from '@endcap/contract/files';
import type { Notification } from '@endcap/contract/notifications';
import { Anchor } from '@mantine/core';
import { useMessages } from '../../../lib/language.tsx';
import classes from './notification-details.module.css';
import { detailsMessages } from './details.messages.ts';

/** Target of a tap: a web address, or an item of the app by its name. */
const Target = ({ url, target }: { url: string; target: Notification['target'] }) => {
  const words = useMessages(detailsMessages);
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
          <span>{words.targetItem(target.name ?? words.unknownContent, target.page)}</span>
          {target.name !== null && target.deleted && <small>{` (${words.deletedContent})`}</small>}
        </strong>
      )}
      <code translate="no">{url}</code>
    </>
  );
};

/** Fields of the message that was sent; empty ones are left out (NOTIF-DET-37). */
export const MessageFacts = ({
  notification: { content, url, target, image },
}: {
  notification: Pick<Notification, 'content' | 'url' | 'target' | 'image'>;
}) => {
  const words = useMessages(detailsMessages);
  return (
    <>
      <dt>{words.content}</dt>
      <dd className={classes.text}>{content}</dd>
      {url && (
        <>
          <dt>{words.url}</dt>
          <dd>
            <Target url={url} target={target} />
          </dd>
        </>
      )}
      {image && (
        <>
          <dt>{words.image}</dt>
          <dd>
            <img className={classes.image} src={fileUrl(image) ?? ''} alt={words.image} />
          </dd>
        </>
      )}
    </>
  );
};
