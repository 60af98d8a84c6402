import { Link, useRouterState } from '@tanstack/react-router';
import { useMessages } from '../../lib/language.tsx';
import { usePerson } from '../../lib/session.ts';
import { useBrand } from '../../lib/brand.ts';
import mark from '../../ui/mark.svg';
import { entries } from './entries.ts';
import classes from './shell.module.css';
import { shellMessages } from './shell.messages.ts';

export const SidebarEntries = ({ expanded = false, onFollow }: { expanded?: boolean; onFollow?: () => void }) => {
  const words = useMessages(shellMessages);
  const { isAdmin } = usePerson();
  const brand = useBrand();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  // The longest path that matches: /notification/subscription-stats is not a notification.
  const currentEntry = entries.findLast((entry) =>
    ['within' in entry ? entry.within : entry.path, entry.path].some((path) => pathname === path || pathname.startsWith(`${path}/`)),
  )?.path;
  return (
    <nav aria-label={words.navigation}>
      {!expanded && (
        <div className={classes.brand}>
          <img src={brand.logo ?? mark} alt="" />
          <span className={classes.label}>{brand.name}</span>
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
