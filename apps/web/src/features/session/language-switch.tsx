import { chooseLanguage, useLanguage, useMessages } from '../../lib/language.tsx';
import classes from './login-page.module.css';
import { sessionMessages } from './session.messages.ts';

/** A language chosen before sign-in also applies afterwards. */
export const LanguageSwitch = () => {
  const words = useMessages(sessionMessages);
  const language = useLanguage();
  return (
    <div className={classes.languages} role="group" aria-label={words.language}>
      {(['pl', 'en'] as const).map((one) => (
        <button key={one} type="button" lang={one} aria-pressed={one === language} onClick={() => chooseLanguage(one)}>
          {{ pl: 'Polski', en: 'English' }[one]}
        </button>
      ))}
    </div>
  );
};
