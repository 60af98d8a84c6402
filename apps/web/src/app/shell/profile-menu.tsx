import { ActionIcon, Avatar, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useMessages } from '../../lib/language.tsx';
import { usePerson } from '../../lib/session.ts';
import { signOut } from '../../lib/sign-out.ts';
import { IconLogout } from '../../ui/icons/frame-icons.ts';
import { useLateMenu } from '../../ui/use-late-menu.ts';
import { shellMessages } from './shell.messages.ts';

export const LogOutButton = () => {
  const words = useMessages(shellMessages);
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.logOut} data-hint={words.logOut} onClick={() => void signOut()}>
      <IconLogout size={20} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
};

const ProfileMenuOpen = lazyPart(
  () => import('./profile-menu-open.tsx'),
  (module) => module.ProfileMenuOpen,
  ({ children }: { onClose: () => void; children: ReactNode }) => children,
);

/** The picture with language, appearance and sign-out (TOP-10). The menu's code loads when it is first opened. */
export const ProfileMenu = () => {
  const words = useMessages(shellMessages);
  const person = usePerson();
  const { wanted, buttonRef, target, giveFocusBack } = useLateMenu();
  const button = (
    <UnstyledButton ref={buttonRef} aria-label={words.profile(person.name)} {...target}>
      <Avatar src={person.picture} alt="" radius="xl" size={32} />
    </UnstyledButton>
  );
  return wanted ? <ProfileMenuOpen onClose={giveFocusBack}>{button}</ProfileMenuOpen> : button;
};
