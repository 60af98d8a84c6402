import { type ReactNode, useMemo, useState } from 'react';
import { useMessages } from '../../lib/language.tsx';
import { PhoneFrame, type Scheme, type System } from './phone-frame.tsx';
import { PhoneSwitch } from './phone-switch.tsx';
import { phoneMessages } from './phone.messages.ts';
import classes from './phone.module.css';

type PhoneProps = {
  /** Accessible name of the figure, and the caption below it. */
  label: string;
  caption: string;
  /** Additional switches. */
  switches?: ReactNode;
  /** Time on the phone's clock, ISO. */
  at?: string | undefined;
  children: ReactNode;
};

const systems: Readonly<Record<System, string>> = { android: 'Android', ios: 'iOS' };

/** Preview of the customer's view on an Android or iOS phone, in light or dark mode. */
export const Phone = ({ label, caption, switches, at, children }: PhoneProps) => {
  const words = useMessages(phoneMessages);
  const [system, setSystem] = useState<System>('android');
  const [chosen, setChosen] = useState<Scheme | null>(null);
  const schemes = useMemo(() => ({ light: words.light, dark: words.dark }), [words]);
  // Defaults to the scheme of the page.
  const scheme = chosen ?? (document.documentElement.dataset['mantineColorScheme'] === 'dark' ? 'dark' : 'light');
  return (
    <figure className={classes.figure} aria-label={label}>
      <div className={classes.switches}>
        {switches}
        <PhoneSwitch label={words.system} choices={systems} value={system} onChange={setSystem} />
        <PhoneSwitch label={words.scheme} choices={schemes} value={scheme} onChange={setChosen} />
      </div>
      <PhoneFrame system={system} scheme={chosen} at={at}>
        {children}
      </PhoneFrame>
      <figcaption>{caption}</figcaption>
    </figure>
  );
};
