import type { EditedKind } from '@endcap/contract/history';
import { Title } from '@mantine/core';
import { memo } from 'react';
import { useFormat, useMessages } from '../lib/language.tsx';
import { lazyAside } from '../lib/lazy-part.tsx';
import type { PlainPath } from '../lib/paths.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { BackLink } from './back-link.tsx';
import { copyMessages } from './copy.messages.ts';
import classes from './editor-page.module.css';
import type { Marked } from './editor-spec.ts';
import { frameMessages } from './frame.messages.ts';
import { HistoryLink } from './history-link.tsx';

/** Nobody waits for it. */
const OthersHere = lazyAside(
  () => import('./presence/others-here.tsx'),
  (module) => module.OthersHere,
);

type HeadProps = {
  kind: EditedKind;
  heading: string;
  list: { path: PlainPath; label: string; create: PlainPath } | undefined;
  entity: Marked | null;
  at: number;
  duplicates: boolean;
};

/** The way back, what is edited, and who changed it last. */
export const EditorHead = memo(({ kind, heading, list, entity, at, duplicates }: HeadProps) => {
  const words = useMessages(frameMessages);
  const copies = useMessages(copyMessages);
  const format = useFormat();
  return (
    <>
      <PageTitle of={heading} />
      {list && <BackLink {...list} />}
      <div className={classes.head}>
        <Title order={1}>{heading}</Title>
        {entity && <OthersHere kind={kind} id={entity._id} />}
        {entity && (
          <div className={classes.last}>
            {entity.updatedBy !== null && <span>{words.changedBy(entity.updatedBy, format.ago(entity.updatedAt, at))}</span>}
            <div className={classes.links}>
              {list && duplicates && (
                <LinkButton to={list.create} search={{ copy: entity._id }} variant="subtle" color="gray" size="compact-sm">
                  {copies.duplicate}
                </LinkButton>
              )}
              <HistoryLink />
            </div>
          </div>
        )}
      </div>
    </>
  );
});
