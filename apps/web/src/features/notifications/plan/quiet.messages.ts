import { catalogue } from '../../../lib/language.tsx';

/** CARE-03: hours in which no send starts. */
export const quietMessages = catalogue(
  {
    blocked: 'W godzinach ciszy nie wysyłamy. Zaplanuj wysyłkę na później.',
    blockedPlan: 'Start wypada w godzinach ciszy. Wybierz inną porę.',
    refused: 'Nie wysłano: trwają godziny ciszy.',
    refusedStep: 'Trwają godziny ciszy. Zrób to po nich albo przesuń plan.',
  },
  {
    blocked: 'Nothing is sent in quiet hours. Plan it for later.',
    blockedPlan: 'The start lies in quiet hours. Choose another time.',
    refused: 'Not sent: these are quiet hours.',
    refusedStep: 'These are quiet hours. Do it afterwards, or move the plan.',
  },
);
