import { contentTypes, contentWords } from '@endcap/contract/content';
import { folded } from '@endcap/contract/core';
import { useDeferredValue, useMemo } from 'react';
import { useLanguage, useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { recentlyOpened, type Opened } from '../../lib/recently-opened.ts';
import { matcherOf } from '../../lib/search.ts';
import { selectedStore } from '../../lib/selected-store.ts';
import { usePerson } from '../../lib/session.ts';
import { IconBarcode, IconBell, IconDeviceMobile, IconPlus, IconSettings } from '../../ui/icons/frame-icons.ts';
import { entries } from '../shell/entries.ts';
import { shellMessages } from '../shell/shell.messages.ts';
import { commandBarMessages } from './command-bar.messages.ts';
import { canOpen, type Command, openCommand } from './command.ts';
import { useSearchResults } from './use-search-results.ts';

const isContentType = (detail: string): detail is keyof typeof contentWords.pl.types => detail in contentWords.pl.types;

/** Screens and actions of the person's rights. */
const useOwnCommands = (): Command[] => {
  const words = useMessages(commandBarMessages);
  const shell = useMessages(shellMessages);
  const { isAdmin } = usePerson();
  const language = useLanguage();
  return useMemo(() => {
    const action = (href: string, label: string): Command => ({ id: href, section: 'actions', label, Icon: IconPlus, href });
    const made = [
      action(paths.contentNew, words.newContent),
      action(paths.popupNew, words.newPopup),
      action(paths.storeNew, words.newStore),
      action(paths.storeGroupsNew, words.newStoreGroup),
      action(paths.knowledgeNew, words.newKnowledge),
    ];
    // These eleven commands are offered only for typed text, because they would push the screens out of view.
    const ofType = contentTypes.map((type): Command => {
      const href = `${paths.contentNew}?type=${type}`;
      return {
        ...action(href, words.newOfType(contentWords[language].types[type])),
        also: `${words.typeAlso[type]} ${type}`,
        isTyped: true,
      };
    });
    const screens = entries.filter(({ adminOnly }) => isAdmin || !adminOnly);
    return [
      action(paths.notificationNew, words.newNotification),
      ...(isAdmin ? [...made, ...ofType] : []),
      ...screens.map(({ path, word, icon: Icon }): Command => ({ id: path, section: 'screens', label: shell[word], Icon, href: path })),
      ...(isAdmin
        ? [
            {
              id: paths.system,
              section: 'screens' as const,
              label: words.system,
              also: words.systemAlso,
              isTyped: true,
              Icon: IconSettings,
              href: paths.system,
            },
          ]
        : []),
    ];
  }, [words, shell, isAdmin, language]);
};

/** Actions for the store that matches best. */
const ofStore = ({ _id, label }: Opened, words: (typeof commandBarMessages)['pl']): Command[] => [
  {
    id: `send-${_id}`,
    section: 'actions',
    label: words.sendTo(label),
    Icon: IconBell,
    href: paths.notificationNew,
    first: () => selectedStore.set(_id),
  },
  { id: `app-${_id}`, section: 'actions', label: words.inAppOf(label), Icon: IconDeviceMobile, href: `${paths.preview}?store=${_id}` },
  { id: `sheet-${_id}`, section: 'actions', label: words.daySheetOf(label), Icon: IconBarcode, href: `${paths.daySheet}?store=${_id}` },
];

/** Groups commands by section; the section of the best match comes first. */
const inSections = (commands: readonly Command[]): Command[] => [...Map.groupBy(commands, ({ section }) => section).values()].flat();

/** Returns the commands for a text. For an empty text: recently opened items, actions and screens. */
export const useCommands = (text: string) => {
  const typed = useDeferredValue(text);
  const words = useMessages(commandBarMessages);
  const language = useLanguage();
  const { isAdmin } = usePerson();
  const own = useOwnCommands();
  const { items, isSearching, hasFailed } = useSearchResults(typed);
  const commands = useMemo(() => {
    const detailOf = ({ detail }: Opened): string => (isContentType(detail) ? contentWords[language].types[detail] : detail);
    const open = (item: Opened, section: Command['section']): Command => openCommand(item, section, detailOf(item), recentlyOpened.add);
    const fits = matcherOf(typed);
    const isEmpty = typed.trim() === '';
    const recent = recentlyOpened
      .get()
      .filter(canOpen)
      .filter(({ label, name, kind }) => fits(folded(`${label} ${name ?? ''}`)) && (isAdmin || kind === 'notification'));
    const isRecent = (item: Opened): boolean => recent.some(({ kind, _id }) => kind === item.kind && _id === item._id);
    const [best] = items;
    const forStore = isAdmin && best?.kind === 'store' ? ofStore(best, words) : [];
    const results = items.filter((item) => !isRecent(item)).map((item) => open(item, item.kind));
    const fitting = own.filter(({ label, also, isTyped }) => !(isEmpty && isTyped) && fits(folded(`${label} ${also ?? ''}`)));
    const last = recent.map((item) => open(item, 'recent'));
    // The exact name of a screen ranks above items with the same name.
    const isMeant = ({ label }: Command): boolean => folded(label) === folded(typed.trim());
    const [meant, others] = [fitting.filter(isMeant), fitting.filter((command) => !isMeant(command))];
    return inSections(isEmpty ? [...last, ...fitting] : [...meant, ...last, ...results, ...forStore, ...others]);
  }, [typed, items, own, words, language, isAdmin]);
  return { commands, isSearching: isSearching || typed !== text, hasFailed };
};
