import { Menu, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { config } from '../../config.ts';
import { chooseLanguage, useLanguage, useMessages } from '../../lib/language.tsx';
import { usePerson } from '../../lib/session.ts';
import { signOut } from '../../lib/sign-out.ts';
import { IconDeviceMobile, IconLogout } from '../../ui/icons/frame-icons.ts';
import { IconKeyboard } from '../../ui/icons/late-icons.ts';
import { IconCheck } from '../../ui/icons/screen-icons.ts';
import { keysMessages, keysSheet } from '../keys/key-help.tsx';
import { keyHelp } from '../keys/late-key-help.ts';
import { OpenedMenu } from '../../ui/opened-menu.tsx';
import { shellMessages } from './shell.messages.ts';

const Chosen = ({ when }: { when: boolean }) => (when ? <IconCheck size={16} aria-hidden /> : <span style={{ width: 16 }} />);

/** The profile menu, mounted open. `children`: its button. */
export const ProfileMenuOpen = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => {
  const words = useMessages(shellMessages);
  const keys = useMessages(keysMessages);
  const language = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const person = usePerson();
  return (
    <OpenedMenu button={children} onClose={onClose} width={240}>
      <Menu.Label>{person.name}</Menu.Label>
      <Menu.Divider />
      <Menu.Label>{words.language}</Menu.Label>
      <Menu.Item leftSection={<Chosen when={language === 'pl'} />} onClick={() => chooseLanguage('pl')} lang="pl">
        Polski
      </Menu.Item>
      <Menu.Item leftSection={<Chosen when={language === 'en'} />} onClick={() => chooseLanguage('en')} lang="en">
        English
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label>{words.scheme}</Menu.Label>
      {(['light', 'dark', 'auto'] as const).map((scheme) => (
        <Menu.Item key={scheme} leftSection={<Chosen when={colorScheme === scheme} />} onClick={() => setColorScheme(scheme)}>
          {{ light: words.light, dark: words.dark, auto: words.system }[scheme]}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconKeyboard size={16} aria-hidden />}
        rightSection={<kbd aria-hidden>?</kbd>}
        onClick={() => {
          keysSheet.set(true);
          void keyHelp.want();
        }}
      >
        {keys.title}
      </Menu.Item>
      {config.sandboxPhoneUrl && (
        <Menu.Item
          component="a"
          href={config.sandboxPhoneUrl}
          target="_blank"
          rel="noopener"
          leftSection={<IconDeviceMobile size={16} aria-hidden />}
        >
          {words.phone}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
        {words.signOut}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label>{words.version(config.version)}</Menu.Label>
    </OpenedMenu>
  );
};
