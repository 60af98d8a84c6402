import { ActionIcon, Drawer } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../lib/language.tsx';
import { LastLogin } from './last-login.tsx';
import { LogOutButton, ProfileMenu } from './profile-menu.tsx';
import classes from './shell.module.css';
import { shellMessages } from './shell.messages.ts';
import { SidebarEntries } from './sidebar.tsx';
import { StoreSelector } from './store-selector.tsx';
import { usePerson } from '../../lib/session.ts';

/** The frame of every screen: sidebar, top bar, content. */
export const Shell = ({ children }: { children: ReactNode }) => {
  const words = useMessages(shellMessages);
  const person = usePerson();
  const [open, setOpen] = useState(false);
  const onNotificationScreen = useRouterState({ select: (state) => state.location.pathname.startsWith('/notification') });
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        {words.skip}
      </a>
      <div className={classes.sidebar}>
        <SidebarEntries />
      </div>
      <Drawer opened={open} onClose={() => setOpen(false)} size={264} title={words.product} closeButtonProps={{ 'aria-label': words.menu }}>
        <SidebarEntries expanded onFollow={() => setOpen(false)} />
      </Drawer>
      <header className={classes.top}>
        <ActionIcon
          className={classes.burger}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={words.menu}
          aria-expanded={open}
          onClick={() => setOpen(true)}
        >
          <IconMenu2 size={20} stroke={1.75} />
        </ActionIcon>
        <div className={classes.scope}>{person.isAdmin && onNotificationScreen && <StoreSelector />}</div>
        <div className={classes.person}>
          {person.isAdmin && onNotificationScreen && <LastLogin />}
          <LogOutButton />
          <ProfileMenu />
        </div>
      </header>
      <main id="content" className={classes.content} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
};
