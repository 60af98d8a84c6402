import { Title } from '@mantine/core';
import { memo } from 'react';
import { useFormat, useMessages } from '../lib/language.tsx';
import type { PlainPath } from '../lib/paths.ts';
import { BackLink } from './back-link.tsx';
import classes from './editor-page.module.css';
import type { Marked } from './editor-spec.ts';
import { frameMessages } from './frame.messages.ts';
import { HistoryLink } from './history-link.tsx';

type HeadProps = { heading: string; list: { path: PlainPath; label: string } | undefined; entity: Marked | null; at: number };

/** The way back, what is edited, and who changed it last. */
export const EditorHead = memo(({ heading, list, entity, at }: HeadProps) => {
  const words = useMessages(frameMessages);
  const format = useFormat();
  return (
    <>
      <title>{`${heading} · Endcap`}</title>
      {list && <BackLink {...list} />}
      <div className={classes.head}>
        <Title order={1}>{heading}</Title>
        {entity && (
          <div className={classes.last}>
            {entity.updatedBy !== null && <span>{words.changedBy(entity.updatedBy, format.ago(entity.updatedAt, at))}</span>}
            <HistoryLink />
          </div>
        )}
      </div>
    </>
  );
});
