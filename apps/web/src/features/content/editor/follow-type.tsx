import { useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type ContentEditor, useContentField } from './use-content-field.ts';

/** Another type in the address of a form that is open is another choice in the form; what was typed stays. */
export const FollowType = ({ editor }: { editor: ContentEditor }) => {
  const { type } = useSearch({ strict: false });
  const { change } = useContentField({ field: 'contentType', editor });
  const follow = useEffectEvent(change);
  const last = useRef(type);
  useEffect(() => {
    if (type && type !== last.current) follow(type);
    last.current = type;
  }, [type]);
  return null;
};
