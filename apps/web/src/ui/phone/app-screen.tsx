import type { ReactNode } from 'react';
import { type AppFace, AppIcon } from './app-icon.tsx';
import classes from './phone.module.css';

type AppScreenProps = {
  app: AppFace;
  /** The tabs at the bottom, and the open one. */
  tabs: readonly string[];
  current: string;
  /** Set when the app is interactive: the label of the screen, and the handler that switches tabs. */
  used?: { label: string; onTab: (at: number) => void };
  children: ReactNode;
};

/** The chain's app with one of its tabs open. */
export const AppScreen = ({ app, tabs, current, used, children }: AppScreenProps) => (
  <div className={classes.app}>
    <div className={classes.head}>
      <AppIcon {...app} />
      <span>{app.name}</span>
    </div>
    <div className={classes.feed} {...(used && { 'data-used': true, role: 'group', 'aria-label': used.label, tabIndex: 0 })}>
      {children}
    </div>
    <div className={classes.tabs}>
      {tabs.map((tab, at) =>
        used ? (
          <button
            key={tab}
            type="button"
            aria-pressed={tab === current}
            data-current={tab === current || undefined}
            onClick={() => used.onTab(at)}
          >
            {tab}
          </button>
        ) : (
          <span key={tab} data-current={tab === current || undefined}>
            {tab}
          </span>
        ),
      )}
    </div>
  </div>
);

/** Placeholder for other content of the app. */
export const GreyCard = () => (
  <div className={classes.grey} data-testid="neighbour" aria-hidden>
    <i />
    <i />
    <i />
  </div>
);
