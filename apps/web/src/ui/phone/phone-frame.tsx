import { type ReactNode, useState } from 'react';
import { useFormat } from '../../lib/language.tsx';
import classes from './phone.module.css';

export type System = 'android' | 'ios';
export type Scheme = 'light' | 'dark';

/** Signal, Wi-Fi and battery. */
const Reception = () => (
  <svg viewBox="0 0 46 12" aria-hidden>
    <path d="M0 12v-3h2v3zM4 12v-5h2v5zM8 12v-8h2v8zM12 12v-11h2v11z" />
    <path d="M24 12l-6.5 -8a10.5 10.5 0 0 1 13 0z" />
    <path d="M35 2.5a1.5 1.5 0 0 1 1.5 -1.5h6a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1 -1.5 1.5h-6a1.5 1.5 0 0 1 -1.5 -1.5zM45 4.5h1v4h-1z" />
  </svg>
);

/** `scheme`: null for that of the page. */
type PhoneFrameProps = {
  system: System;
  scheme: Scheme | null;
  /** Time on the phone's clock, ISO. Defaults to the time at which the phone was opened. */
  at?: string | undefined;
  children: ReactNode;
};

/** A phone of 300 by 620 pixels with its status bar; `children` fill the rest. */
export const PhoneFrame = ({ system, scheme, at, children }: PhoneFrameProps) => {
  const format = useFormat();
  const [openedAt] = useState(() => format.time(Date.now()));
  return (
    <div className={classes.phone} translate="no" data-system={system} data-scheme={scheme ?? undefined}>
      <div className={classes.screen}>
        <div className={classes.status} aria-hidden>
          <span>{at === undefined ? openedAt : format.time(Date.parse(at))}</span>
          <i />
          <Reception />
        </div>
        {children}
      </div>
    </div>
  );
};
