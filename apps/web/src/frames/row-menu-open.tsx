import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { PlainPath } from '../lib/paths.ts';
import { OpenedMenu } from '../ui/opened-menu.tsx';

type RowMenuItem = { label: string; danger?: boolean } & ({ act: () => void } | { copyTo: PlainPath; id: string });
export type RowMenuOpenProps = { items: readonly RowMenuItem[]; onClose: () => void; children: ReactElement };

/** Menu of a row, mounted open. `children`: its button. */
export const RowMenuOpen = ({ items, onClose, children }: RowMenuOpenProps) => {
  const navigate = useNavigate();
  return (
    <OpenedMenu button={children} onClose={onClose}>
      {items.map((item) => (
        <Menu.Item
          key={item.label}
          {...(item.danger && { color: 'var(--mantine-color-error)' })}
          onClick={() => ('act' in item ? item.act() : void navigate({ to: item.copyTo, search: { copy: item.id } }))}
        >
          {item.label}
        </Menu.Item>
      ))}
    </OpenedMenu>
  );
};
