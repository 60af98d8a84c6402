import { catalogue } from '../../../lib/language.tsx';

/** CARE-03: hours in which no send starts. */
export const quietMessages = catalogue(
  {
    now: (span: string) => `Trwają godziny ciszy${span}: teraz żadna wysyłka się nie zaczyna.`,
    later: (span: string) => `O tej porze są godziny ciszy${span}: żadna wysyłka się wtedy nie zaczyna.`,
    planFor: (moment: string) => `Zaplanuj na ${moment}`,
    moveTo: (moment: string) => `Ustaw na ${moment}`,
    blocked: 'W godzinach ciszy nie wysyłamy. Zaplanuj wysyłkę na później.',
    blockedPlan: 'Start wypada w godzinach ciszy. Wybierz inną porę.',
    refused: 'Nie wysłano: trwają godziny ciszy.',
    refusedStep: 'Trwają godziny ciszy. Zrób to po nich albo przesuń plan.',
  },
  {
    now: (span) => `These are quiet hours${span}: no send starts now.`,
    later: (span) => `Those are quiet hours${span}: no send starts then.`,
    planFor: (moment) => `Plan for ${moment}`,
    moveTo: (moment) => `Set it to ${moment}`,
    blocked: 'Nothing is sent in quiet hours. Plan it for later.',
    blockedPlan: 'The start lies in quiet hours. Choose another time.',
    refused: 'Not sent: these are quiet hours.',
    refusedStep: 'These are quiet hours. Do it afterwards, or move the plan.',
  },
);
