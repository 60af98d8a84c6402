import { Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import type { ReactNode } from 'react';
import { useLanguage } from '../lib/language.tsx';

type OpenedMenuProps = { button: ReactNode; onClose: () => void; width?: number; children: ReactNode };

/** A menu that is open from the start (`useLateMenu`), with its first entry in focus, inside the page's landmark; `button` is what it hangs on. */
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
