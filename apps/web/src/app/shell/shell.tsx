import { ActionIcon } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useLanguage, useMessages } from '../../lib/language.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { LateKeyHelp } from '../keys/late-key-help.ts';
import { CommandBarButton } from './command-bar-button.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { LastLogin } from './last-login.tsx';
import { MissingPartBanner } from './missing-part-banner.tsx';
import { LogOutButton, ProfileMenu } from './profile-menu.tsx';
import classes from './shell.module.css';
import { shellMessages } from './shell.messages.ts';
import { SidebarEntries } from './sidebar.tsx';
import { StoreSelector } from './store-selector.tsx';
import { paths } from '../../lib/paths.ts';
import { usePerson } from '../../lib/session.ts';
import { IconMenu2 } from '../../ui/icons/frame-icons.ts';

const SidebarDrawer = lazyPart(
  () => import('./sidebar-drawer.tsx'),
  (module) => module.SidebarDrawer,
);

/** Excludes the stats screen, which is about all stores, so that a selection would have no effect. */
const isNotificationScreen = (path: string): boolean => path.startsWith(paths.notifications) && !path.startsWith(paths.notificationSubs);

/** Publishes the height of the notices as `--notices`, so that other sticky elements stay below them. */
const publishHeight = (notices: HTMLElement | null): (() => void) | undefined => {
  if (!notices) return;
  const sizes = new ResizeObserver(() => document.documentElement.style.setProperty('--notices', `${notices.offsetHeight}px`));
  sizes.observe(notices);
  return () => sizes.disconnect();
};

/** The frame of every screen: sidebar, top bar, content. */
export const Shell = ({ children }: { children: ReactNode }) => {
  const words = useMessages(shellMessages);
  // The document is in the page's language, which may be another (WCAG 3.1.2).
  const lang = useLanguage();
  const person = usePerson();
  // Null until it was opened once: only then its code is loaded.
  const [open, setOpen] = useState<boolean | null>(null);
  const onNotificationScreen = useRouterState({ select: (state) => isNotificationScreen(state.location.pathname) });
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content" lang={lang}>
        {words.skip}
      </a>
      <div className={classes.sidebar} lang={lang}>
        <SidebarEntries />
      </div>
      {open !== null && <SidebarDrawer open={open} onClose={() => setOpen(false)} />}
      <header className={classes.top} lang={lang}>
        <ActionIcon
          className={classes.burger}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={words.menu}
          aria-expanded={open === true}
          onClick={() => setOpen(true)}
        >
          <IconMenu2 size={20} stroke={1.75} />
        </ActionIcon>
        <div className={classes.scope}>{person.isAdmin && onNotificationScreen && <StoreSelector />}</div>
        <CommandBarButton />
        <LateKeyHelp />
        <div className={classes.person}>
          {person.isAdmin && onNotificationScreen && <LastLogin />}
          <LogOutButton />
          <ProfileMenu />
        </div>
      </header>
      <div className={classes.page}>
        <div ref={publishHeight} className={classes.notices} lang={lang}>
          <ConnectionBanner />
          <MissingPartBanner />
        </div>
        <main id="content" className={classes.content} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
};
