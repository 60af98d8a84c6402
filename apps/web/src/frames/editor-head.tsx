import type { EditedKind } from '@endcap/contract/history';
import { Title } from '@mantine/core';
import { useSelector } from '@tanstack/react-store';
import { useState } from 'react';
import type { FormShape } from '../form/merge.ts';
import { useFormat, useMessages } from '../lib/language.tsx';
import { lazyAside } from '../lib/lazy-part.tsx';
import type { PlainPath } from '../lib/paths.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { BackLink } from './back-link.tsx';
import classes from './editor-layout.module.css';
import { type Editor, type Marked, useEntity } from './editor-spec.ts';
import { copyMessages, frameMessages } from './frame.messages.ts';
import { HistoryLink } from './history-link.tsx';

/** Its code loads when the browser is idle. */
const OthersHere = lazyAside(
  () => import('./others-here.tsx'),
  (module) => module.OthersHere,
);

type HeadProps<Form extends FormShape, Entity extends Marked> = {
  kind: EditedKind;
  editor: Editor<Form, Entity>;
  title: (form: Form) => string;
  list: { path: PlainPath; label: string; create: PlainPath } | undefined;
  savedAt: number | null;
};

/** Heading with the name of the item as currently typed. */
const Heading = <Form extends FormShape, Entity extends Marked>({ editor, title }: Pick<HeadProps<Form, Entity>, 'editor' | 'title'>) => {
  const heading = useSelector(editor.values, title);
  return (
    <>
      <PageTitle of={heading} />
      <Title order={1}>{heading}</Title>
    </>
  );
};

/** Link to the list, the item's name, and the author and time of its last change. */
export const EditorHead = <Form extends FormShape, Entity extends Marked>({
  kind,
  editor,
  title,
  list,
  savedAt,
}: HeadProps<Form, Entity>) => {
  const words = useMessages(frameMessages);
  const copies = useMessages(copyMessages);
  const format = useFormat();
  const [openedAt] = useState(() => Date.now());
  const entity = useEntity(editor);
  return (
    <>
      {list && <BackLink {...list} />}
      <div className={classes.head}>
        <Heading editor={editor} title={title} />
        {entity && <OthersHere kind={kind} id={entity._id} />}
        {entity && (
          <div className={classes.last}>
            {entity.updatedBy !== null && (
              <span>{words.changedBy(entity.updatedBy, format.ago(entity.updatedAt, savedAt ?? openedAt))}</span>
            )}
            <div className={classes.links}>
              {list && kind !== 'store' && (
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
};
