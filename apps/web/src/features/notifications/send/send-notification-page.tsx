import { cleanText } from '@endcap/contract/core';
import { reachesEveryone } from '@endcap/contract/audience';
import { signedTitle } from '@endcap/contract/notifications';
import { fileUrl } from '@endcap/contract/files';
import { Fieldset, Stack, Title } from '@mantine/core';
import '@mantine/core/styles/Fieldset.css';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { EditorLayout, focusFirstProblem } from '../../../frames/editor-layout.tsx';
import { UnsavedGuard } from '../../../frames/unsaved-guard.tsx';
import { ApiProblem } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePerson } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { UploadField } from '../../../ui/upload-field.tsx';
import { notificationMessages } from '../notification.messages.ts';
import { PhonePreview } from '../phone-preview.tsx';
import { AudienceFields } from './audience-fields.tsx';
import { ConfirmSend } from './confirm-send.tsx';
import { EarlierVisit } from './earlier-visit.tsx';
import { failureCause } from './failure-cause.ts';
import { lastDayShown } from './last-day.ts';
import { MessageFields } from './message-fields.tsx';
import { AudienceSentence, ScopeBanner } from './scope-banner.tsx';
import { SendBar } from './send-bar.tsx';
import { mayEndOn, type SendForm } from './send-form.ts';
import classes from './send-notification.module.css';
import { TargetFields } from './target-fields.tsx';
import { useAimedStore } from './use-aimed-store.ts';
import { useAudienceWords } from './use-audience-words.ts';
import { useSend } from './use-send.ts';
import { useSendForm } from './use-send-form.ts';

/** The send form (NOTIF-FORM-*, NOTIF-VAL-*): in the order one thinks, with the phone in view. */
export const SendNotificationPage = () => {
  const all = useMessages(notificationMessages);
  const words = all.send;
  const common = useMessages(commonMessages);
  const format = useFormat();
  const navigate = useNavigate();
  const person = usePerson();
  const state = useSendForm();
  const { form, change, storeId, aimed, estimate, draft } = state;
  const send = useSend();
  const [asking, setAsking] = useState(false);
  const formElement = useRef<HTMLFormElement>(null);
  const leaving = useRef(false);
  const audience = useAudienceWords(state.wanted, aimed);
  const sign = useAimedStore(storeId)?.notificationSign ?? null;
  const [today] = useState(() => format.day(new Date().toISOString()));
  const lastDay = lastDayShown(form.validUntil, today);

  const fieldWords: Record<string, string> = all.fields;
  // Not on leaving a field: a message that appears between press and release moves the button away from under the pointer.
  const errorOf = (field: keyof SendForm): string | undefined => {
    const code = state.problemOf(field);
    return code === undefined ? undefined : (fieldWords[code] ?? all.fields.invalid);
  };
  const submit = (isTest: boolean): void => {
    setAsking(false);
    if (send.isPending) return;
    send.mutate(
      { form, slot: { owner: person.id, storeId, isTest } },
      {
        onSuccess: async ({ _id }) => {
          leaving.current = true;
          if (isTest) {
            // the real send need not be typed again: Back finds the form as it was, a new one offers the copy.
            draft.keep();
            await navigate({ to: '.', replace: true, state: (now) => ({ ...now, resumesDraft: true }) });
            toast.success({ title: words.sent, body: words.testSent, closeLabel: common.close });
          } else draft.drop();
          await navigate({ to: paths.notificationDetails, params: { notificationId: _id } });
        },
        onError: (error) => {
          if (failureCause(error) === 'quota') state.recheck();
          if (error instanceof ApiProblem && error.status === 422) focusFirstProblem(formElement.current, () => state.refuse(error.fields));
        },
      },
    );
  };
  return (
    <>
      <title>{`${words.title} · Endcap`}</title>
      <Title order={1} mb="md">
        {words.title}
      </Title>
      <EarlierVisit state={state} formRef={formElement} />
      {person.isAdmin && <ScopeBanner storeId={storeId} everyone={aimed && reachesEveryone(form)} />}
      <EditorLayout
        formRef={formElement}
        onSubmit={() => {}}
        preview={
          <PhonePreview
            title={form.title.trim() && signedTitle(cleanText(form.title), sign)}
            text={cleanText(form.content)}
            imageUrl={form.image ? fileUrl(form.image) : null}
          />
        }
        aside={<AudienceSentence estimate={estimate.data} cause={estimate.cause} onRetry={estimate.retry} />}
        bar={
          <SendBar
            state={state}
            audience={audience}
            sending={send.isPending ? (send.variables.slot.isTest ? 'test' : 'send') : null}
            failure={send.error}
            onSend={() => (state.asksFirst ? setAsking(true) : submit(false))}
            onTest={() => submit(true)}
            onProblems={() => focusFirstProblem(formElement.current, state.revealProblems)}
          />
        }
      >
        <Stack gap="md" className={classes.card ?? ''}>
          <MessageFields form={form} change={change} errorOf={errorOf} />
          {aimed && (
            <Fieldset legend={words.audience}>
              <AudienceFields form={form} change={change} errorOf={errorOf} />
            </Fieldset>
          )}
          <UploadField
            label={words.image}
            kind="image"
            value={form.image || null}
            onChange={(image) => change({ image: image ?? '' })}
            onBusy={state.onUploading}
            error={errorOf('image')}
            only
          />
          <TargetFields
            form={form}
            change={change}
            problem={state.problems['url']?.[0]}
            error={errorOf('url')}
            storeId={storeId}
            rule={estimate.rule}
          />
          <DateField
            kind="day"
            label={words.validUntil}
            {...(lastDay && { description: words.lastDay(format.dayAndMonth(lastDay.day), lastDay.days) })}
            required
            value={form.validUntil}
            onChange={(validUntil) => change({ validUntil })}
            error={errorOf('validUntil')}
            accepts={mayEndOn}
          />
        </Stack>
      </EditorLayout>
      {asking && estimate.data && (
        <ConfirmSend
          form={form}
          estimate={estimate.data}
          audience={audience}
          onClose={() => setAsking(false)}
          onConfirm={() => submit(false)}
        />
      )}
      <UnsavedGuard isDirty={() => state.dirty && !leaving.current} onLeave={draft.drop} />
    </>
  );
};
