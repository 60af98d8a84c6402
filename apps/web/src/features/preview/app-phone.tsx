import { contentWords, type Tab, tabs } from '@endcap/contract/content';
import type { Preview } from '@endcap/contract/preview';
import { useMemo, useState } from 'react';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useLanguage, useMessages } from '../../lib/language.tsx';
import { FollowLink } from '../../ui/markdown.tsx';
import { AppScreen } from '../../ui/phone/app-screen.tsx';
import { OpenedPage } from '../../ui/phone/content-card.tsx';
import { NotificationCard } from '../../ui/phone/notification-card.tsx';
import { PhoneSwitch } from '../../ui/phone/phone-switch.tsx';
import { Phone } from '../../ui/phone/phone.tsx';
import { PopupBox } from '../../ui/phone/popup-box.tsx';
import { AppTab } from './app-tab.tsx';
import { imageOf } from './image-of.ts';
import { OpenedItem } from './opened-item.tsx';
import { previewMessages } from './preview.messages.ts';
import type { ItemsOf } from './preview.queries.ts';
import classes from './preview.module.css';
import { useOpened } from './use-opened.ts';

type AppPhoneProps = { label: string; shown: Preview; isNow: boolean; differing: ReadonlySet<string>; itemsOf: ItemsOf };

type ScreenProps = Pick<AppPhoneProps, 'shown' | 'differing'> & {
  view: 'app' | 'inbox';
  onApp: () => void;
  opened: ReturnType<typeof useOpened>;
};

const Inbox = ({ shown, differing, onFollow }: Pick<AppPhoneProps, 'shown' | 'differing'> & { onFollow: (target: string) => void }) => {
  const words = useMessages(previewMessages);
  const format = useFormat();
  if (shown.notifications.length === 0) return <p>{words.noNotifications}</p>;
  return shown.notifications.map(({ _id, title, content, image, url, sentAt, safety }) => (
    <NotificationCard
      key={_id}
      title={title}
      text={content}
      image={imageOf(image)}
      when={format.moment(sentAt)}
      mark={safety ? words.safety : null}
      differs={differing.has(_id)}
      onOpen={url === null ? undefined : () => onFollow(url)}
    />
  ));
};

/** Placeholder while an opened item loads, or after loading failed. */
const Coming = ({ isFailed, onClose }: { isFailed: boolean; onClose: () => void }) => {
  const { loading, failed } = useMessages(commonMessages);
  return (
    <OpenedPage title="" images={[]} texts={[]} onClose={onClose}>
      <p role="status">{isFailed ? failed : loading}</p>
    </OpenedPage>
  );
};

/** The app, or the item that is open in it. */
const Screen = ({ shown, differing, view, onApp, opened }: ScreenProps) => {
  const words = useMessages(previewMessages);
  const names = contentWords[useLanguage()].tabs;
  const [tab, setTab] = useState<Tab>('start');
  const { item, isComing, isFailed, missing, open, follow, close } = opened;
  if (item) return <OpenedItem item={item} onFollow={follow} onClose={close} />;
  if (isComing || isFailed) return <Coming isFailed={isFailed} onClose={close} />;
  if (missing !== null) return <OpenedPage title={missing} images={[]} texts={[{ name: 'gone', source: words.gone }]} onClose={close} />;
  const go = (at: number): void => {
    setTab(tabs[at] ?? 'start');
    onApp();
  };
  return (
    <AppScreen
      app={shown.brand}
      tabs={tabs.map((one) => names[one])}
      current={view === 'app' ? names[tab] : ''}
      used={{ label: words.phone, onTab: go }}
    >
      {view === 'inbox' ? (
        <Inbox shown={shown} differing={differing} onFollow={follow} />
      ) : (
        <AppTab tab={tab} shown={shown} differing={differing} onOpen={open} />
      )}
    </AppScreen>
  );
};

/** The first popup not closed since the app was opened, with actions to close it and to reopen all. */
const usePopups = ({ popups }: Preview) => {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  return {
    current: popups.find(({ _id }) => !closed.has(_id)) ?? null,
    close: (id: string): void => setClosed((before) => new Set([...before, id])),
    openAgain: (): void => setClosed(new Set()),
  };
};

const useCaption = ({ at, isPast }: Preview, isNow: boolean): string => {
  const words = useMessages(previewMessages);
  const moment = useFormat().moment(at);
  return isPast ? words.captionPast(moment) : isNow ? words.captionNow(moment) : words.caption(moment);
};

/** The app as this customer sees it. Tabs, items, links and popups work as in the app (PREV-01). */
export const AppPhone = ({ label, shown, isNow, differing, itemsOf }: AppPhoneProps) => {
  const words = useMessages(previewMessages);
  const format = useFormat();
  const [view, setView] = useState<'app' | 'inbox'>('app');
  const { current, close, openAgain } = usePopups(shown);
  const caption = useCaption(shown, isNow);
  const count = format.number(shown.notifications.length);
  const views = useMemo(() => ({ app: words.app, inbox: words.inbox(count) }), [words, count]);
  const opened = useOpened(shown, itemsOf);
  const popup = view === 'app' ? current : null;
  const follow = (target: string): void => {
    if (popup) close(popup._id);
    opened.follow(target);
  };
  return (
    <div className={classes.phone}>
      <Phone
        label={label}
        caption={caption}
        at={shown.at}
        switches={<PhoneSwitch label={label} choices={views} value={view} onChange={setView} />}
      >
        <FollowLink value={follow}>
          <div className={classes.under} inert={popup !== null}>
            <Screen shown={shown} differing={differing} view={view} onApp={() => setView('app')} opened={opened} />
          </div>
          {popup && <PopupBox text={popup.text} onClose={() => close(popup._id)} />}
        </FollowLink>
      </Phone>
      {shown.popups.length > 0 && (
        <p className={classes.popups}>
          <span>{words.popups(shown.popups.length)}</span>
          <button type="button" onClick={openAgain}>
            {words.openAgain}
          </button>
        </p>
      )}
    </div>
  );
};
