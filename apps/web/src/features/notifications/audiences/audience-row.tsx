import { type AudienceRule, isSameAudience } from '@endcap/contract/audience';
import type { UsedAudience } from '@endcap/contract/notifications';
import type { ReactNode } from 'react';
import { useMessages } from '../../../lib/language.tsx';
import { audienceOf } from '../send/send-form.ts';
import { leftOutMessages } from './left-out.messages.ts';
import { useAudienceWords } from '../send/use-audience-words.ts';
import { audienceNow, type Picked } from './audience-now.ts';
import classes from './audiences.module.css';
import { audiencesMessages } from './audiences.messages.ts';

type PickProps = {
  audience: Omit<UsedAudience, 'usedAt'>;
  name: string | null;
  /** The form's current audience. */
  rule: AudienceRule;
  /** Shown below the description. */
  note?: ReactNode;
  onPick: (picked: Picked) => void;
};

/** A description of an audience. A click applies it to the form without deleted stores and groups. */
export const PickAudience = ({ audience, name, rule, note, onPick }: PickProps) => {
  const words = useMessages(audiencesMessages);
  const { gone } = useMessages(leftOutMessages);
  const inWords = useAudienceWords(audienceOf(audience), true);
  const now = audienceNow(audience, audience);
  return (
    <button
      type="button"
      className={classes.pick}
      aria-current={isSameAudience(rule, audience) || undefined}
      onClick={() => onPick({ name, now })}
    >
      {name !== null && <strong>{name}</strong>}
      <span>{inWords}</span>
      {note && <small>{note}</small>}
      {now.leftOut.length > 0 && (
        <small data-gone>
          <span>{words.gone(now.leftOut.map((one) => gone[one.kind](one.name)).join(', '))}</span>
          {now.mustChoose && <span>{` ${words.mustChoose}`}</span>}
        </small>
      )}
    </button>
  );
};
