import { createAtom, shallow, useSelector } from '@tanstack/react-store';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { changedFields } from '../../form/merge.ts';
import { paths } from '../../lib/paths.ts';
import type { SettingsEditor } from './use-setting.ts';

export const sections = ['app', 'code', 'services', 'sending', 'trading', 'campaign', 'testPhones'] as const;
export type Section = (typeof sections)[number];
export const sectionId = (section: Section): string => `section-${section}`;

const sectionOfGroup: Record<string, Section> = {
  hideClientCodeVersion: 'code',
  hideClientCodeText: 'code',
  daySheetForStaff: 'services',
  assistant: 'services',
  ecommerce: 'services',
  game: 'services',
  sending: 'sending',
  trading: 'trading',
  loyalty: 'campaign',
  new: 'campaign',
};
/** The section in which a field, or an entry of a list, is edited. */
const sectionOf = (field: string): Section => sectionOfGroup[field.split('.')[0] ?? ''] ?? 'app';

/** The sections that may not fold because they hold an unsaved change or a problem. */
export const useHeldOpen = ({ base, values, shown }: SettingsEditor): readonly Section[] => {
  const [held] = useState(() =>
    createAtom((): readonly Section[] => {
      const fields = [...changedFields(base.get().form, values.get()), ...Object.keys(shown.get())];
      const found = new Set(fields.map(sectionOf));
      return sections.filter((section) => found.has(section));
    }),
  );
  return useSelector(held, undefined, { compare: shallow });
};

const focusIn = (section: Section, what: string): void =>
  document.querySelector<HTMLElement>(`#${sectionId(section)} :is(${what})`)?.focus();

/** The unfolded sections. The first is the one in the address, else the app's; unfolding another one changes the address. */
export const useOpenSections = () => {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [opened, setOpened] = useState<ReadonlySet<Section>>(
    () => new Set([sections.find((section) => sectionId(section) === hash) ?? 'app']),
  );
  const keepOpen = (section: Section): void => setOpened((now) => (now.has(section) ? now : new Set([...now, section])));
  const tellAddress = (id: string): void =>
    void navigate({ to: paths.settings, search: true, hash: id, replace: true, resetScroll: false, hashScrollIntoView: false });
  return {
    opened,
    keepOpen,
    unfold: (section: Section): void => {
      flushSync(() => keepOpen(section));
      focusIn(section, "input:not([type='file']), textarea, select, button:not([aria-expanded])");
      tellAddress(sectionId(section));
    },
    fold: (section: Section): void => {
      flushSync(() => setOpened((now) => new Set([...now].filter((one) => one !== section))));
      focusIn(section, "button[aria-expanded='false']");
      if (hash === sectionId(section)) tellAddress('');
    },
  };
};
