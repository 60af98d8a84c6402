import { Modal, type ModalContentProps, type ModalRootProps } from '@mantine/core';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import { APPEARS } from './motion.ts';
import { ignoreSecondClicks } from './second-click.ts';

ignoreSecondClicks();

/** A modal layer that traps the focus. Its accessible name is an `aria-label` or the title inside. */
export const DialogFrame = ({ root, ...content }: { root: Omit<ModalRootProps, 'children'> } & ModalContentProps) => (
  <Modal.Root transitionProps={APPEARS} {...root}>
    <Modal.Overlay />
    <Modal.Content {...content} />
  </Modal.Root>
);
