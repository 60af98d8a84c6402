import { catalogue } from '../../../lib/language.tsx';

/** Beside a start in quiet hours (CARE-03); apart from what the form always has. */
export const quietNoticeMessages = catalogue(
  {
    now: (span: string) => `Trwają godziny ciszy${span}: teraz żadna wysyłka się nie zaczyna.`,
    later: (span: string) => `O tej porze są godziny ciszy${span}: żadna wysyłka się wtedy nie zaczyna.`,
    planFor: (moment: string) => `Zaplanuj na ${moment}`,
    moveTo: (moment: string) => `Ustaw na ${moment}`,
  },
  {
    now: (span) => `These are quiet hours${span}: no send starts now.`,
    later: (span) => `Those are quiet hours${span}: no send starts then.`,
    planFor: (moment) => `Plan for ${moment}`,
    moveTo: (moment) => `Set it to ${moment}`,
  },
);
