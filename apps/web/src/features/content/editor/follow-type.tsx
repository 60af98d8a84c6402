import type { Content, ContentType } from '@endcap/contract/content';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Editor } from '../../../frames/editor-spec.ts';
import type { ContentForm } from './content-form.ts';
import { useContentField } from './use-content-field.ts';

type FollowTypeProps = { type: ContentType | undefined; editor: Editor<ContentForm, Content> };

/** Another type in the address of a form that is open is another choice in the form; what was typed stays. */
export const FollowType = ({ type, editor }: FollowTypeProps) => {
  const { change } = useContentField({ field: 'contentType', editor });
  const follow = useEffectEvent(change);
  const last = useRef(type);
  useEffect(() => {
    if (type && type !== last.current) follow(type);
    last.current = type;
  }, [type]);
  return null;
};
