import { deepLink } from '@endcap/contract/deep-links';
import { Button, TextInput } from '@mantine/core';
import { memo, type ReactNode, useState } from 'react';
import { config } from '../../../config.ts';
import { useMessages } from '../../../lib/language.tsx';
import { contentMessages } from '../content.messages.ts';
import classes from './content-editor.module.css';

/** A-44, CONT-MAIN-16, 22: the link that opens the item in the app. */
export const DeepLink = memo(({ id }: { id: string }) => {
  const words = useMessages(contentMessages);
  const [copied, setCopied] = useState(false);
  const link = deepLink(config.appScheme, id);
  const withButton = (input: ReactNode): ReactNode => (
    <div className={classes.eans}>
      {input}
      <Button variant="default" onClick={() => void navigator.clipboard.writeText(link).then(() => setCopied(true))}>
        {copied ? words.copied : words.copy}
      </Button>
    </div>
  );
  return <TextInput label={words.deepLink} value={link} readOnly inputContainer={withButton} />;
});
