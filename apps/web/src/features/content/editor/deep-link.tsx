import { deepLink } from '@endcap/contract/deep-links';
import { Button, TextInput } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { config } from '../../../config.ts';
import { useMessages } from '../../../lib/language.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { contentMessages } from '../content.messages.ts';
import classes from './content-editor.module.css';

/** A-44, CONT-MAIN-16, 22: the link that opens the item in the app. */
export const DeepLink = memo(({ id }: { id: string }) => {
  const words = useMessages(contentMessages);
  const link = deepLink(config.appScheme, id);
  const { isCopied, copy } = useCopy(link);
  const withButton = (input: ReactNode): ReactNode => (
    <div className={classes.eans}>
      {input}
      <Button variant="default" onClick={copy}>
        {isCopied ? words.copied : words.copy}
      </Button>
    </div>
  );
  return <TextInput label={words.deepLink} value={link} readOnly inputContainer={withButton} />;
});
