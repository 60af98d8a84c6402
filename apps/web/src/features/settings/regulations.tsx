import { regulationName } from '@endcap/contract/settings';
import { Badge } from '@mantine/core';
import { useSelector } from '@tanstack/react-store';
import { useValue } from '../../form/form-store.ts';
import { useCodeWord } from '../../frames/use-failure-words.ts';
import { useMessages } from '../../lib/language.tsx';
import { UploadField } from '../../ui/upload-field.tsx';
import { TextLine } from '../../ui/text-line.tsx';
import { settingsMessages } from './settings.messages.ts';
import classes from './settings.module.css';
import type { SettingsEditor } from './use-setting.ts';

/** The documents of the campaign, each with a name and a file (LOY-*). */
export const Regulations = ({ editor }: { editor: SettingsEditor }) => {
  const words = useMessages(settingsMessages);
  const codeWord = useCodeWord();
  const regulations = useValue(editor, 'loyalty.regulations');
  const problems = useSelector(editor.problems);
  // Keep input typed while the upload was running.
  const changeEntry = (id: string, part: Record<string, string>): void =>
    editor.change({
      'loyalty.regulations': editor.values.get()['loyalty.regulations'].map((one) => (one.id === id ? { ...one, ...part } : one)),
    });
  return regulations.map((entry, at) => {
    const label = words.regulation[entry.id === 'faq' ? 'faq' : 'regulation'];
    return (
      <div key={entry.id} className={classes.entry}>
        <div>
          <TextLine
            label={words.entryName(label)}
            value={entry['name'] ?? ''}
            onText={(name) => changeEntry(entry.id, { name })}
            error={codeWord(problems[`loyalty.regulations.${at}.name`]?.[0], regulationName)}
          />
          {entry.id === 'faq' && (
            <Badge color="gray" variant="light" tt="none" mt={6}>
              {words.deprecated}
            </Badge>
          )}
        </div>
        <UploadField
          label={words.entryFile(label)}
          kind="pdf"
          value={entry['file'] || null}
          onChange={(reference) => changeEntry(entry.id, { file: reference ?? '' })}
          onBusy={editor.onBusy}
          error={codeWord(problems[`loyalty.regulations.${at}.file`]?.[0])}
        />
      </div>
    );
  });
};
