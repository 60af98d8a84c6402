import { Drawer } from '@mantine/core';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Drawer.css';
import { useBrand } from '../../lib/brand.ts';
import { useMessages } from '../../lib/language.tsx';
import { APPEARS } from '../../ui/motion.ts';
import { shellMessages } from './shell.messages.ts';
import { SidebarEntries } from './sidebar.tsx';

/** The sidebar where it is collapsed or hidden (SIDE-14). */
export const SidebarDrawer = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const words = useMessages(shellMessages);
  const { name } = useBrand();
  return (
    <Drawer
      opened={open}
      onClose={onClose}
      size={264}
      title={name}
      transitionProps={APPEARS}
      closeButtonProps={{ 'aria-label': words.menu }}
    >
      <SidebarEntries expanded onFollow={onClose} />
    </Drawer>
  );
};
