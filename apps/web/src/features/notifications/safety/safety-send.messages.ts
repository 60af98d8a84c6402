import { catalogue } from '../../../lib/language.tsx';

/** On the button of a safety message (CARE-05); apart from what comes where such messages are switched on. */
export const safetySendMessages = catalogue(
  {
    send: 'Wyślij komunikat bezpieczeństwa',
    sendTo: (shown: string) => `Wyślij komunikat bezpieczeństwa (${shown})`,
  },
  { send: 'Send safety message', sendTo: (shown) => `Send safety message (${shown})` },
);
