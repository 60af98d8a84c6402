import { Modal, type ModalRootProps } from '@mantine/core';
import { type ReactNode, useLayoutEffect } from 'react';
import { commonMessages } from '../lib/common.messages.ts';
import { useMessages } from '../lib/language.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import classes from './dialog.module.css';

export type DialogProps = Pick<ModalRootProps, 'opened' | 'onClose' | 'size'> & { title: string; children: ReactNode };

/** A dialog. Its head is no `header` element, because screen readers would report a second banner. */
export const DialogBox = ({ title, children, ...root }: DialogProps) => {
  const common = useMessages(commonMessages);
  const { opened } = root;
  // The library returns the focus when a dialog closes, but not when it is unmounted while open.
  useLayoutEffect(() => {
    if (!opened) return;
    const opener = document.activeElement;
    return () => {
      const { activeElement, body } = document;
      if (opener instanceof HTMLElement && (activeElement === body || activeElement?.closest('[role="dialog"]'))) opener.focus();
    };
  }, [opened]);
  return (
    <DialogFrame root={{ ...root, classNames: { content: classes.box } }}>
      <div className={classes.head}>
        <Modal.Title>{title}</Modal.Title>
      </div>
      <Modal.Body>{children}</Modal.Body>
      {/* Last in the order of Tab: the first field or button has the focus when the dialog opens (E-54). */}
      <Modal.CloseButton className={classes.close} aria-label={common.close} />
    </DialogFrame>
  );
};
