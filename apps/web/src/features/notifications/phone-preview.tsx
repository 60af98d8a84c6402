import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { useState } from 'react';
import { useMessages } from '../../lib/language.tsx';
import { notificationMessages } from './notification.messages.ts';
import classes from './phone-preview.module.css';

type PhonePreviewProps = { title: string; text: string; imageUrl: string | null; switches?: boolean };
type System = 'android' | 'ios';

/** The message on a lock screen, with the truncation of either system, marked approximate (ux 4). */
export const PhonePreview = ({ title, text, imageUrl, switches = true }: PhonePreviewProps) => {
  const words = useMessages(notificationMessages).send;
  const [system, setSystem] = useState<System>('android');
  const [size, setSize] = useState('expanded');
  const [openedAt] = useState(() => new Date());
  const time = new Intl.DateTimeFormat('pl', { timeZone: 'Europe/Warsaw', hour: '2-digit', minute: '2-digit' }).format(openedAt);
  return (
    <figure className={classes.figure} aria-label={words.preview}>
      {switches && (
        <div className={classes.switches}>
          <SegmentedControl
            size="xs"
            value={system}
            onChange={setSystem}
            data={[
              { value: 'android', label: 'Android' },
              { value: 'ios', label: 'iOS' },
            ]}
            aria-label={words.system}
          />
          <SegmentedControl
            size="xs"
            value={size}
            onChange={setSize}
            data={[
              { value: 'collapsed', label: words.collapsed },
              { value: 'expanded', label: words.expanded },
            ]}
            aria-label={words.size}
          />
        </div>
      )}
      <div className={classes.phone} data-system={system}>
        <div className={classes.screen}>
          <div className={classes.clock}>{time}</div>
          <div className={classes.push} data-size={size}>
            <div className={classes.app}>
              <span className={classes.icon} />
              Endcap · {words.now}
            </div>
            <div className={classes.title} data-empty={!title || undefined}>
              {title || words.previewTitle}
            </div>
            <div className={classes.text} data-empty={!text || undefined}>
              {text || words.previewText}
            </div>
            {imageUrl && <img src={imageUrl} alt={words.imageAlt} />}
          </div>
        </div>
      </div>
      <figcaption>{words.previewApproximate}</figcaption>
    </figure>
  );
};
