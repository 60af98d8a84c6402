import { versionExamples } from '@endcap/contract/app-version';
import { useMessages } from '../lib/language.tsx';
import { TextLine } from './text-line.tsx';
import classes from './version-field.module.css';
import { versionMessages } from './version.messages.ts';

type VersionFieldProps = {
  label: string;
  description?: string;
  value: string;
  onChange: (expression: string) => void;
  error: string | undefined;
};

/** Field for a version expression, with examples of versions that match and that do not (ux 15). */
export const VersionField = ({ label, description, value, onChange, error }: VersionFieldProps) => {
  const words = useMessages(versionMessages);
  const examples = versionExamples(value);
  return (
    <div>
      <TextLine label={label} description={description ?? words.hint} value={value} onText={onChange} error={error} />
      <p className={classes.examples} role="status">
        {examples && words.examples(examples.matching.join(', ') || words.none, examples.others.join(', ') || words.none)}
      </p>
    </div>
  );
};
