import { useState } from 'react';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { type AppFace, AppIcon } from './app-icon.tsx';
import { phoneMessages } from './phone.messages.ts';
import classes from './phone.module.css';

export type PushSize = 'collapsed' | 'expanded';
export type PushProps = { app: AppFace; title: string; text: string; imageUrl: string | null; size: PushSize };

/** A push notification. CSS orders its parts as the chosen system does. */
const PushCard = ({ app, title, text, imageUrl, size }: PushProps) => {
  const words = useMessages(phoneMessages);
  return (
    <div className={classes.push} data-size={size}>
      <AppIcon {...app} />
      <div className={classes.from}>
        <span>{app.name}</span>
        <small>{words.now}</small>
      </div>
      <div className={classes.title} data-empty={!title || undefined}>
        {title || words.noTitle}
      </div>
      <div className={classes.text} data-empty={!text || undefined}>
        {text || words.noText}
      </div>
      {imageUrl && <img src={imageUrl} alt={words.imageAlt} />}
    </div>
  );
};

/** `at`: when the message arrives, ISO; without it the clock shows the time at which the screen was opened. */
type LockScreenProps = PushProps & { at?: string | undefined };

/** The message on a lock screen, with the truncation of either system (ux 4). */
export const LockScreen = ({ at, ...push }: LockScreenProps) => {
  const format = useFormat();
  const [openedAt] = useState(() => new Date().toISOString());
  const shown = at ?? openedAt;
  return (
    <div className={classes.lock}>
      <div className={classes.clock}>
        <span>{format.time(Date.parse(shown))}</span>
        <small>{format.dayAndMonth(format.day(shown))}</small>
      </div>
      <PushCard {...push} />
    </div>
  );
};
