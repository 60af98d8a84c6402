import { Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import type { ReactNode } from 'react';
import { useLanguage } from '../lib/language.tsx';

type OpenedMenuProps = { button: ReactNode; onClose: () => void; width?: number; children: ReactNode };

/** A menu that is mounted open (`useLateMenu`), with the focus on its first entry, inside the `main` landmark. */
export const OpenedMenu = ({ button, onClose, width, children }: OpenedMenuProps) => (
  <Menu
    position="bottom-end"
    defaultOpened
    onClose={onClose}
    withInitialFocusPlaceholder={false}
    portalProps={{ target: 'main' }}
    transitionProps={{ duration: 100 }}
    {...(width !== undefined && { width })}
  >
    <Menu.Target>{button}</Menu.Target>
    <Menu.Dropdown lang={useLanguage()}>{children}</Menu.Dropdown>
  </Menu>
);
