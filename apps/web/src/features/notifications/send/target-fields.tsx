import type { AudienceRule } from '@endcap/contract/audience';
import { TextInput } from '@mantine/core';
import { config } from '../../../config.ts';
import { useMessages } from '../../../lib/language.tsx';
import { ContentPicker } from '../../content/index.ts';
import { SentLink } from '../../links/index.ts';
import { notificationMessages } from '../notification.messages.ts';
import { audienceOf, linkedItem, type SendForm, startOf, urlOfItem } from './send-form.ts';
import { mayEndOn } from './send-problems.ts';
import classes from './send-notification.module.css';

type TargetFieldsProps = {
  form: SendForm;
  change: (part: Partial<SendForm>) => void;
  /** Code of the target's problem, once it may be shown, and in words. */
  problem: string | undefined;
  error: string | undefined;
  /** To whom it goes: the selected store or the rule, as it was last counted. */
  storeId: string | null;
  rule: AudienceRule;
};

/** Where a tap leads: an address or a content item with its page; the later choice replaces the earlier (NOTIF-FORM-07..09, 43). */
export const TargetFields = ({ form, change, problem, error, storeId, rule }: TargetFieldsProps) => {
  const words = useMessages(notificationMessages).send;
  const linked = linkedItem(form.url, config.appScheme);
  const pageIsWrong = problem === 'notPage';
  return (
    <>
      <TextInput
        label={words.url}
        description={words.urlHint(config.appScheme)}
        type="text"
        inputMode="url"
        value={form.url}
        onChange={(event) => change({ url: event.currentTarget.value })}
        error={pageIsWrong ? undefined : error}
      />
      <div className={classes.target}>
        <ContentPicker
          label={words.contentItem}
          value={linked?.contentId ?? null}
          onChange={(picked) => change({ url: picked ? urlOfItem(config.appScheme, picked.id, linked?.page ?? '1') : '' })}
        />
        <TextInput
          label={words.page}
          inputMode="numeric"
          disabled={!linked}
          value={linked?.page ?? '1'}
          onChange={(event) => linked && change({ url: urlOfItem(config.appScheme, linked.contentId, event.currentTarget.value.trim()) })}
          error={pageIsWrong ? error : undefined}
        />
      </div>
      {linked && problem === undefined && (
        <SentLink
          url={form.url.trim()}
          storeId={storeId}
          rule={rule}
          validUntil={form.validUntil}
          startsAt={startOf(form)}
          onNarrow={storeId === null ? (audience) => change(audienceOf(audience)) : undefined}
          mayEndOn={mayEndOn}
          onEnd={(validUntil) => change({ validUntil })}
        />
      )}
    </>
  );
};
