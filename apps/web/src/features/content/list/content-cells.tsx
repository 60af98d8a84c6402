import { windowState } from '@endcap/contract/audience';
import type { ContentRow } from '@endcap/contract/content';
import { fileUrl } from '@endcap/contract/files';
import { Badge } from '@mantine/core';
import { useState } from 'react';
import { copyMessages, frameMessages } from '../../../frames/frame.messages.ts';
import { DeleteButton, EditLink, RowLink, RowMenu } from '../../../frames/rows.tsx';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { withOther } from '../../../lib/with-other.ts';
import { IconPhotoOff, IconPinFilled } from '../../../ui/icons/late-icons.ts';
import { AvailabilityLink } from '../availability-link.tsx';
import { contentMessages } from '../content.messages.ts';
import { TypeIcon } from '../type-icons.tsx';
import { bulkMessages } from './bulk.messages.ts';
import classes from './content-list.module.css';
import { nameOf } from './item-name.ts';
import type { RowActions } from './use-row-actions.tsx';

/** The day of a start, with its year if it is not this one; the time if the start is today. */
const startWords = (start: string, at: number, format: ReturnType<typeof useFormat>): string => {
  const [day, today] = [start, new Date(at).toISOString()].map(format.day) as [string, string];
  return day === today ? format.time(Date.parse(start)) : format.longDay(day);
};

export const Thumbnail = ({ reference, label }: { reference: string; label: string }) => {
  const [broken, setBroken] = useState(false);
  const url = fileUrl(reference, '', 320);
  return url && !broken ? (
    <img className={classes.thumbnail} src={url} alt="" loading="lazy" height={100} onError={() => setBroken(true)} />
  ) : (
    <span className={classes.thumbnail} data-empty role="img" aria-label={label}>
      <IconPhotoOff size={24} stroke={1.5} aria-hidden />
    </span>
  );
};

/** Badge of an item that customers do not see now: its start, or that it has ended. */
const Unpublished = ({ item, at }: { item: ContentRow; at: number }) => {
  const words = useMessages(contentMessages);
  const format = useFormat();
  const state = windowState(item, at);
  const { publicationStart: start } = item;
  if (state === 'open') return null;
  return (
    <Badge color={state === 'notYet' ? 'indigo' : 'gray'} variant="light" tt="none">
      {state === 'notYet' && start ? words.publishedFrom(startWords(start, at, format)) : words.ended}
    </Badge>
  );
};

/** Type, title and internal name of an item, with its badges. */
export const Name = ({ item }: { item: ContentRow }) => {
  const words = useMessages(contentMessages);
  const [openedAt] = useState(() => Date.now());
  const type = withOther(words.types, item.contentType, useMessages(commonMessages).other);
  return (
    <div className={classes.name}>
      <span role="img" aria-label={type} data-hint={type}>
        <TypeIcon type={item.contentType} size={18} stroke={1.75} aria-hidden />
      </span>
      <span>
        <RowLink to={paths.contentEdit} params={{ contentId: item._id }}>
          {item.title ?? item.name}
        </RowLink>
        <small>{item.title ? `${type} · ${item.name}` : type}</small>
      </span>
      {item.pinned && (
        <span role="img" aria-label={words.pinned} data-hint={words.pinned}>
          <IconPinFilled size={16} aria-hidden />
        </span>
      )}
      <Unpublished item={item} at={openedAt} />
      {item.disabled && (
        <Badge color="gray" variant="light" tt="none">
          {words.inactive}
        </Badge>
      )}
    </div>
  );
};

type ItemActionsProps = { item: ContentRow; actions: RowActions; onDelete: (item: ContentRow) => void };

/** Row actions of an item. */
export const ItemActions = ({ item, actions, onDelete }: ItemActionsProps) => {
  const copies = useMessages(copyMessages);
  const bulk = useMessages(bulkMessages);
  const frame = useMessages(frameMessages);
  const [openedAt] = useState(() => Date.now());
  const name = nameOf(item);
  return (
    <>
      <EditLink name={name} to={paths.contentEdit} params={{ contentId: item._id }} />
      <AvailabilityLink id={item._id} name={name} />
      <DeleteButton name={name} onClick={() => onDelete(item)} />
      <RowMenu
        name={name}
        items={[
          { label: copies.duplicate, copyTo: paths.contentNew, id: item._id },
          ...(item.publicationEnd ? [{ label: bulk.actions.extend, act: () => actions.extend(item) }] : []),
          ...(windowState(item, openedAt) === 'open' ? [{ label: bulk.endNow, act: () => actions.endNow(item) }] : []),
          { label: frame.confirmDelete, danger: true, act: () => onDelete(item) },
        ]}
      />
    </>
  );
};
