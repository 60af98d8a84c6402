import { cleanText, countLineBreaks, type FieldCodes } from '@endcap/contract/core';
import { reachesEveryone } from '@endcap/contract/audience';
import { signedTitle, TEXT_MAX_LENGTH, TEXT_MAX_LINE_BREAKS } from '@endcap/contract/notifications';
import { fileUrl } from '@endcap/contract/files';
import { Alert, Button, Fieldset, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import '@mantine/core/styles/Fieldset.css';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { config } from '../../../config.ts';
import { EditorLayout, focusFirstProblem, ProblemCount } from '../../../frames/editor-layout.tsx';
import { ApiProblem } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { usePerson } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { UploadField } from '../../../ui/upload-field.tsx';
import { notificationMessages } from '../notification.messages.ts';
import { notifications } from '../notification.queries.ts';
import { PhonePreview } from '../phone-preview.tsx';
import { AudienceFields } from './audience-fields.tsx';
import { draft } from './draft.ts';
import { AudienceSentence, ScopeBanner } from './scope-banner.tsx';
import { emptySendForm, type SendForm, sendFormProblems, toPayload } from './send-form.ts';
import classes from './send-notification.module.css';
import { TargetFields } from './target-fields.tsx';
import { useStoreSign } from './use-store-sign.ts';
import { useSend } from './use-send.ts';

const ESTIMATE_AFTER_MS = 250;

type Rule = Parameters<typeof notifications.audience>[1];
const sameRule = (one: Rule, other: Rule): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The send form (NOTIF-FORM-*, NOTIF-VAL-*): in the order one thinks, with the phone in view. */
export const SendNotificationPage = () => {
  const all = useMessages(notificationMessages);
  const words = all.send;
  const common = useMessages(commonMessages);
  const format = useFormat();
  const navigate = useNavigate();
  const person = usePerson();
  const storeId = useSelectedStore();
  const [openedAt] = useState(() => new Date());
  const [form, setForm] = useState<SendForm>(() => ({ ...emptySendForm(openedAt), ...draft.read() }));
  const [touched, setTouched] = useState<Partial<Record<keyof SendForm, boolean>>>({});
  const [refused, setRefused] = useState<FieldCodes>({});
  const [asking, setAsking] = useState(false);
  const [uploading, setUploading] = useState(false);
  const formElement = useRef<HTMLFormElement>(null);

  const change = (part: Partial<SendForm>): void => {
    setForm((before) => ({ ...before, ...part }));
    setTouched((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map((field) => [field, true])) }));
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))));
  };

  const problems = useMemo(() => ({ ...sendFormProblems(form, config.appScheme, openedAt), ...refused }), [form, refused, openedAt]);
  const fieldWords: Record<string, string> = all.fields;
  const wordOf = (code: string | undefined): string | undefined =>
    code === undefined ? undefined : (fieldWords[code] ?? all.fields.invalid);
  // Not on leaving a field: a message that appears between press and release moves the button away from under the pointer.
  const errorOf = (field: keyof SendForm): string | undefined =>
    touched[field] || refused[field] ? wordOf(problems[field]?.[0]) : undefined;
  const problemFields = Object.keys(problems);
  const valid = problemFields.length === 0 && !uploading;

  const aimed = person.isAdmin && storeId === null;
  const everyone = aimed && reachesEveryone(form);
  const wanted = useMemo(() => {
    const { includeStoreType, includeStores, excludeStores, includeStoreGroups, excludeStoreGroups } = toPayload(form, {
      storeId,
      isTest: false,
    });
    return { includeStoreType, includeStores, excludeStores, includeStoreGroups, excludeStoreGroups };
  }, [form, storeId]);
  const [rule] = useDebouncedValue(wanted, ESTIMATE_AFTER_MS);
  const estimate = useQuery(notifications.audience(storeId, rule));
  const check = useQuery(notifications.canSend(storeId));
  const send = useSend();

  // Only the number of exactly this audience is ever put on the button or into the question.
  const isCurrent = sameRule(rule, wanted) && !estimate.isPlaceholderData;
  const devices = estimate.data && isCurrent ? estimate.data.devices : null;
  const counted = devices === null ? null : format.number(devices);
  const blocked = check.isError
    ? words.checkFailed
    : check.isPending || check.isFetching
      ? words.checking
      : check.data?.reason === 'quota'
        ? words.quota
        : check.data?.reason === 'noStore'
          ? words.noStore
          : null;
  const noStore = check.data?.reason === 'noStore';
  const canSend = valid && blocked === null && !send.isPending && devices !== 0 && !(everyone && devices === null);
  const canTest = valid && !noStore && !send.isPending;

  const submit = (isTest: boolean): void => {
    setAsking(false);
    if (send.isPending) return;
    send.mutate(
      { form, storeId, isTest },
      {
        onSuccess: ({ _id }) => {
          if (isTest) draft.keep(form);
          else draft.drop();
          if (isTest) toast.success({ title: words.sent, body: words.testSent, closeLabel: common.close });
          void navigate({ to: paths.notificationDetails, params: { notificationId: _id } });
        },
        onError: (error) => {
          if (error instanceof ApiProblem && error.status === 422) focusFirstProblem(formElement.current, () => setRefused(error.fields));
          if (error instanceof ApiProblem && error.code === 'quota_used_up') void check.refetch();
        },
      },
    );
  };
  const showFirstProblem = (): void => {
    focusFirstProblem(formElement.current, () => setTouched(Object.fromEntries(problemFields.map((field) => [field, true]))));
  };
  const failure =
    send.error instanceof ApiProblem && send.error.code === 'quota_used_up'
      ? words.quota
      : send.error instanceof ApiProblem && (send.error.status === 0 || send.error.status >= 500)
        ? words.unknownOutcome
        : words.failed;
  const sign = useStoreSign(storeId);
  const text = cleanText(form.content);
  const lines = countLineBreaks(text);
  const preview = (
    <PhonePreview
      title={form.title.trim() && signedTitle(cleanText(form.title), sign)}
      text={text}
      imageUrl={form.image && fileUrl(form.image)}
    />
  );

  return (
    <>
      <title>{`${words.title} · Endcap`}</title>
      <Title order={1} mb="md">
        {words.title}
      </Title>
      {person.isAdmin && <ScopeBanner storeId={storeId} everyone={everyone} />}
      <EditorLayout
        formRef={formElement}
        onSubmit={() => {}}
        preview={preview}
        aside={
          <AudienceSentence
            estimate={isCurrent ? estimate.data : undefined}
            failed={estimate.isError}
            onRetry={() => void estimate.refetch()}
          />
        }
        bar={
          <>
            <Button
              type="button"
              disabled={!canSend}
              loading={send.isPending && !send.variables.isTest}
              onClick={() => (everyone ? setAsking(true) : submit(false))}
            >
              {counted === null ? words.send : words.sendTo(counted)}
            </Button>
            <Button
              type="button"
              variant="default"
              disabled={!canTest}
              loading={send.isPending && send.variables.isTest}
              title={words.testHint}
              onClick={() => submit(true)}
            >
              {words.test}
            </Button>
            <Button component={Link} to={paths.notifications} variant="subtle" color="gray">
              {words.back}
            </Button>
            <div className={classes.why} role="status" data-testid="blocked">
              <ProblemCount count={problemFields.length} onFollow={showFirstProblem} />
              {blocked && <span>{blocked}</span>}
              {check.isError && (
                <button type="button" onClick={() => void check.refetch()}>
                  {common.retry}
                </button>
              )}
            </div>
          </>
        }
      >
        <Stack gap="md" className={classes.card ?? ''}>
          <TextInput
            label={words.titleField}
            required
            value={form.title}
            onChange={(event) => change({ title: event.currentTarget.value })}
            error={errorOf('title')}
            autoFocus
            data-autofocus
          />
          <div>
            <Textarea
              label={words.textField}
              required
              autosize
              minRows={3}
              maxRows={8}
              value={form.content}
              onChange={(event) => change({ content: event.currentTarget.value })}
              error={errorOf('content')}
            />
            <div className={classes.counters}>
              <span
                data-over={text.length > TEXT_MAX_LENGTH || undefined}
                title={words.charactersLabel(text.length, TEXT_MAX_LENGTH)}
                data-testid="characters"
              >
                {words.characters(text.length, TEXT_MAX_LENGTH)}
              </span>
              <span
                data-over={lines > TEXT_MAX_LINE_BREAKS || undefined}
                title={words.linesLabel(lines, TEXT_MAX_LINE_BREAKS)}
                data-testid="line-breaks"
              >
                ↵ {words.characters(lines, TEXT_MAX_LINE_BREAKS)}
              </span>
            </div>
          </div>
          <UploadField
            label={words.image}
            kind="image"
            value={form.image}
            onChange={(image) => change({ image })}
            onBusy={setUploading}
            error={errorOf('image')}
            only
          />
          <TargetFields form={form} change={change} problem={problems['url']?.[0]} error={errorOf('url')} storeId={storeId} rule={rule} />
          <DateField
            kind="day"
            label={words.validUntil}
            description={words.validUntilHint}
            required
            value={form.validUntil}
            onChange={(validUntil) => change({ validUntil })}
            error={errorOf('validUntil')}
          />
          {aimed && (
            <Fieldset legend={words.audience}>
              <AudienceFields form={form} change={change} errorOf={errorOf} />
            </Fieldset>
          )}
        </Stack>
        {send.isError && (
          <Alert color="red" variant="light" mt="md" role="alert">
            {failure}
          </Alert>
        )}
      </EditorLayout>
      <Dialog opened={asking} onClose={() => setAsking(false)} title={words.confirmTitle}>
        <Text>{words.confirmText(all.count.devices(devices ?? 0, counted ?? ''))}</Text>
        <DialogButtons>
          {/* The harmless choice has the focus: Enter twice never sends (ux 3). */}
          <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
            {common.cancel}
          </Button>
          <Button color="orange" onClick={() => submit(false)}>
            {words.confirm(counted ?? '')}
          </Button>
        </DialogButtons>
      </Dialog>
    </>
  );
};
