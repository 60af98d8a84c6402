import type { AudienceRule } from '@endcap/contract/audience';
import { warsawDay } from '@endcap/contract/warsaw-time';
import { Alert, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { config } from '../../../config.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { ContentPicker } from '../../content/index.ts';
import { notificationMessages } from '../notification.messages.ts';
import { notifications } from '../notification.queries.ts';
import { linkedItem, type SendForm, urlOfItem } from './send-form.ts';
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

/** Whether those who get it can open the item, in words with the number of those who cannot. */
const LinkNotice = ({
  url,
  storeId,
  rule,
  validUntil,
}: {
  url: string;
  storeId: string | null;
  rule: AudienceRule;
  validUntil: string;
}) => {
  const all = useMessages(notificationMessages);
  const words = all.send;
  const format = useFormat();
  const { data } = useQuery(notifications.linkCheck(storeId, rule, url));
  const link = data?.link;
  if (!link) return null;
  const endsEarly = link.publicationEnd !== null && validUntil !== '' && warsawDay(link.publicationEnd) < validUntil;
  const warning =
    link.state === 'gone'
      ? words.linkGone
      : link.state !== 'open'
        ? words.linkNotPublished
        : link.unable > 0
          ? words.linkUnable(format.number(link.unable), format.number(link.devices))
          : endsEarly
            ? words.linkEndsEarly(format.minute(link.publicationEnd ?? ''))
            : null;
  return warning === null ? (
    <p className={classes.linkFine} role="status" data-testid="link-check">
      {words.linkFine(link.name ?? '')}
    </p>
  ) : (
    <Alert color="yellow" variant="light" role="status" data-testid="link-check">
      {link.name && <strong>{link.name}: </strong>}
      {warning}
    </Alert>
  );
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
      {linked && problem === undefined && <LinkNotice url={form.url.trim()} storeId={storeId} rule={rule} validUntil={form.validUntil} />}
    </>
  );
};
