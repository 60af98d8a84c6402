import { Drawer } from '@mantine/core';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Drawer.css';
import type { ReactNode } from 'react';
import { commonMessages } from '../../lib/common.messages.ts';
import { useMessages } from '../../lib/language.tsx';
import { APPEARS } from '../../ui/motion.ts';
import classes from './history.module.css';

type HistoryDrawerProps = { opened: boolean; onClose: () => void; onClosed?: () => void; title: string; children: ReactNode };

/** Where changes stand beside a page. Its head is no `header` element, which would be a second banner for screen readers. */
export const HistoryDrawer = ({ opened, onClose, onClosed, title, children }: HistoryDrawerProps) => {
  const common = useMessages(commonMessages);
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      {...(onClosed && { onExitTransitionEnd: onClosed })}
      position="right"
      size={680}
      transitionProps={APPEARS}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <div className={classes.head}>
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label={common.close} />
        </div>
        <Drawer.Body className={classes.body ?? ''}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
};
