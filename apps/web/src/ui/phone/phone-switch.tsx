import { memo, useId } from 'react';
import classes from './phone-switch.module.css';

type PhoneSwitchProps<Value extends string> = {
  label: string;
  /** Labels by value. Must be a stable object: the switch renders again for each new one. */
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

/** Radio group that changes what the phone shows, or its appearance. */
export const PhoneSwitch = memo(Switch) as typeof Switch;
