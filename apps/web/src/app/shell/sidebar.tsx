import { Link, useRouterState } from '@tanstack/react-router';
import { useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { usePerson } from '../../lib/session.ts';
import {
  IconAppWindow,
  IconBell,
  IconBuildings,
  IconBuildingStore,
  IconBulb,
  IconChartBar,
  IconHistory,
  IconMessages,
  IconNews,
  IconSettings,
} from '../../ui/icons/frame-icons.ts';
import mark from '../mark.svg';
import classes from './shell.module.css';
import { shellMessages } from './shell.messages.ts';

/** SIDE-01..11, in this order; an entry joins with its screen. */
const entries = [
  { path: paths.notifications, word: 'notifications', icon: IconBell, adminOnly: false },
  { path: paths.notificationSubs, word: 'notificationSubs', icon: IconChartBar, adminOnly: true },
  { path: paths.threads, within: '/thread', word: 'threads', icon: IconMessages, adminOnly: true },
  { path: paths.knowledges, word: 'knowledges', icon: IconBulb, adminOnly: true },
  { path: paths.stores, word: 'stores', icon: IconBuildingStore, adminOnly: true },
  { path: paths.storeGroups, word: 'storeGroups', icon: IconBuildings, adminOnly: true },
  { path: paths.content, word: 'content', icon: IconNews, adminOnly: true },
  { path: paths.popup, word: 'popup', icon: IconAppWindow, adminOnly: true },
  { path: paths.settings, word: 'settings', icon: IconSettings, adminOnly: true },
  // Beyond the specification's nine.
  { path: paths.activity, word: 'activity', icon: IconHistory, adminOnly: true, apart: true },
] as const;

export const SidebarEntries = ({ expanded = false, onFollow }: { expanded?: boolean; onFollow?: () => void }) => {
  const words = useMessages(shellMessages);
  const { isAdmin } = usePerson();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  // The longest path that matches: /notification/subscription-stats is not a notification.
  const currentEntry = entries.findLast((entry) =>
    ['within' in entry ? entry.within : entry.path, entry.path].some((path) => pathname === path || pathname.startsWith(`${path}/`)),
  )?.path;
  return (
    <nav aria-label={words.navigation}>
      {!expanded && (
        <div className={classes.brand}>
          <img src={mark} alt="" />
          <span className={classes.label}>{words.product}</span>
        </div>
      )}
      {entries
        .filter((entry) => isAdmin || !entry.adminOnly)
        .map(({ path, word, icon: Icon, ...entry }) => {
          const current = path === currentEntry;
          return (
            <Link
              key={path}
              to={path}
              className={classes.entry}
              {...(!expanded && { 'data-hint': words[word], 'data-hint-at': 'right' })}
              // The router would mark every entry that the address begins with (SIDE-15).
              activeOptions={{ exact: true }}
              data-apart={'apart' in entry || undefined}
              {...(current && { 'data-current': true, 'aria-current': 'page' as const })}
              onClick={() => onFollow?.()}
            >
              <Icon size={20} stroke={1.75} aria-hidden />
              <span className={classes.label}>{words[word]}</span>
            </Link>
          );
        })}
    </nav>
  );
};
