import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { memo, useState } from 'react';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { notificationMessages } from './notification.messages.ts';
import classes from './phone-preview.module.css';

type PhonePreviewProps = { title: string; text: string; imageUrl: string | null; switches?: boolean };
type System = 'android' | 'ios';

type SwitchesProps = { system: System; onSystem: (system: System) => void; size: string; onSize: (size: string) => void };

const Switches = memo(({ system, onSystem, size, onSize }: SwitchesProps) => {
  const words = useMessages(notificationMessages).send;
  return (
    <div className={classes.switches}>
      <SegmentedControl
        size="xs"
        value={system}
        onChange={onSystem}
        data={[
          { value: 'android', label: 'Android' },
          { value: 'ios', label: 'iOS' },
        ]}
        aria-label={words.system}
      />
      <SegmentedControl
        size="xs"
        value={size}
        onChange={onSize}
        data={[
          { value: 'collapsed', label: words.collapsed },
          { value: 'expanded', label: words.expanded },
        ]}
        aria-label={words.size}
      />
    </div>
  );
});

/** The message on a lock screen, with the truncation of either system, marked approximate (ux 4). */
export const PhonePreview = memo(({ title, text, imageUrl, switches = true }: PhonePreviewProps) => {
  const words = useMessages(notificationMessages).send;
  const [system, setSystem] = useState<System>('android');
  const [size, setSize] = useState('expanded');
  const format = useFormat();
  const [openedAt] = useState(() => format.time(Date.now()));
  return (
    <figure className={classes.figure} aria-label={words.preview}>
      {switches && <Switches system={system} onSystem={setSystem} size={size} onSize={setSize} />}
      <div className={classes.phone} data-system={system}>
        <div className={classes.screen}>
          <div className={classes.clock}>{openedAt}</div>
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
});
