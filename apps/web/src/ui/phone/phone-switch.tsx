import { memo, useId } from 'react';
import classes from './phone-switch.module.css';

type PhoneSwitchProps<Value extends string> = {
  label: string;
  /** What there is to choose from; drawn once for each of these records. */
  choices: Readonly<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
};

const Switch = <Value extends string>({ label, choices, value, onChange }: PhoneSwitchProps<Value>) => {
  const name = useId();
  const values = Object.keys(choices) as Value[];
  return (
    <div className={classes.switch} role="radiogroup" aria-label={label}>
      {values.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
          <span>{choices[one]}</span>
        </label>
      ))}
    </div>
  );
};

/** What the phone shows, or how. */
export const PhoneSwitch = memo(Switch) as typeof Switch;
