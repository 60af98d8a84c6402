import type { FoundKind } from '@endcap/contract/search';
import type { ComponentType } from 'react';
import type { Opened } from '../../lib/recently-opened.ts';
import { paths } from '../../lib/paths.ts';
import { IconAppWindow, IconBell, IconBuildings, IconBuildingStore, IconBulb, IconNews } from '../../ui/icons/frame-icons.ts';

export type Command = {
  id: string;
  section: 'recent' | 'actions' | 'screens' | FoundKind;
  label: string;
  /** Internal name if it differs from the label; shown as the second line. */
  name?: string | null;
  detail?: string;
  /** Synonyms that the search also matches. */
  also?: string;
  /** Offered only once something is typed. */
  isTyped?: boolean;
  Icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  href: string;
  /** Called before the address is opened. */
  first?: () => void;
};

const of = (path: string, id: string): string => path.replace(/\$\w+/, id);

/** Address and icon for each kind of item. */
const kinds: Record<FoundKind, { href: (id: string) => string; Icon: Command['Icon'] }> = {
  store: { href: (id) => of(paths.storeEdit, id), Icon: IconBuildingStore },
  storeGroup: { href: (id) => of(paths.storeGroupsEdit, id), Icon: IconBuildings },
  content: { href: (id) => of(paths.contentEdit, id), Icon: IconNews },
  popup: { href: (id) => of(paths.popupEdit, id), Icon: IconAppWindow },
  knowledge: { href: (id) => of(paths.knowledgeEdit, id), Icon: IconBulb },
  notification: { href: (id) => of(paths.notificationDetails, id), Icon: IconBell },
};

/** Returns true if this page has a screen for an item. A newer server may return other kinds. */
export const canOpen = ({ kind }: Opened): boolean => Object.hasOwn(kinds, kind);

/** Returns the command that opens an item. */
export const openCommand = (item: Opened, section: Command['section'], detail: string, opened: (item: Opened) => void): Command => ({
  id: `${section}-${item.kind}-${item._id}`,
  section,
  label: item.label,
  name: item.name,
  detail,
  Icon: kinds[item.kind].Icon,
  href: kinds[item.kind].href(item._id),
  first: () => opened(item),
});
