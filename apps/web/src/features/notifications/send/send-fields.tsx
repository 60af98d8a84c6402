import { audienceRuleFields } from '@endcap/contract/audience';
import { keysOf } from '@endcap/contract/core';
import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { codeMessages } from '../../../frames/code.messages.ts';
import { DrawnFor } from '../../../lib/drawn-for.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ImageField } from './image-field.tsx';
import { notificationMessages } from '../notification.messages.ts';
import { SavedAudiences } from '../audiences/saved-audiences.tsx';
import { AudienceFields } from './audience-fields.tsx';
import { lastDayShown } from '../last-day.ts';
import { MessageFields } from './message-fields.tsx';
import { KeptDayNotice } from '../plan/kept-day-notice.tsx';
import { WhenPanel } from '../plan/when-panel.tsx';
import { audienceOf, type SendForm, startOf, usualStart } from './send-form.ts';
import { mayEndOn } from './send-problems.ts';
import classes from './send-notification.module.css';
import { TargetFields } from './target-fields.tsx';
import type { SendFormState } from './use-send-form.ts';

/** Comes where it is switched on; its place is kept, so that nothing moves from under the pointer. */
const SafetySwitch = lazyPart(
  () => import('../safety/safety-switch.tsx'),
  (module) => module.SafetySwitch,
  () => <Skeleton h={94} />,
);

type FormPart = Pick<SendFormState, 'form' | 'change'>;
type ErrorOf = (field: keyof SendForm) => string | undefined;

/** What is wrong with a field, in words, once it may be said. */
const useErrorOf = ({ problemOf }: SendFormState): ErrorOf => {
  const codes = { ...useMessages(codeMessages), ...useMessages(notificationMessages).fields };
  // Not on leaving a field: a message that appears between press and release moves the button away from under the pointer.
  return (field) => {
    const problem = problemOf(field);
    return problem && codes[problem];
  };
};

/** Whom it goes to, where an administrator chooses: by an audience that is saved (PLAN-06), or part by part. */
const AudiencePanel = ({ form, change, errorOf }: FormPart & { errorOf: ErrorOf }) => (
  <Panel title={useMessages(notificationMessages).send.audience} flat>
    <SavedAudiences rule={audienceOf(form)} onPick={change} />
    <AudienceFields form={form} change={change} errorOf={errorOf} />
  </Panel>
);

/** Until when it is valid: a day, and how many that leaves (NOTIF-FORM-11). */
const EndField = ({ form, change, error }: FormPart & { error: string | undefined }) => {
  const words = useMessages(notificationMessages).send;
  const format = useFormat();
  const [today] = useState(() => format.day(new Date().toISOString()));
  const lastDay = lastDayShown(form.validUntil, today);
  return (
    <DateField
      kind="day"
      label={words.validUntil}
      {...(lastDay && { description: words.lastDay(format.dayAndMonth(lastDay.day), lastDay.days) })}
      required
      value={form.validUntil}
      onChange={(validUntil) => change({ validUntil })}
      error={error}
      accepts={mayEndOn}
    />
  );
};

/** CARE-05: whether it keeps people safe. */
const SafetyField = ({ form, change }: FormPart) => (
  <SafetySwitch
    checked={form.safety}
    // It starts now.
    onChange={(safety) => change({ safety, ...(safety && { isPlanned: false }) })}
  />
);

/** When it starts; a plan may start now only if it was to go as soon as it is approved (CARE-04). */
const StartPanel = ({ state: { form, change, plan, quiet, problemOf } }: { state: SendFormState }) => (
  <WhenPanel
    form={form}
    change={change}
    problem={problemOf('startsAt')}
    isPlan={plan !== null && !plan.notification.approval?.atOnce}
    usual={() => usualStart(new Date())}
    quietHours={quiet.hours}
    quietUntil={quiet.until}
  />
);

/** The fields in the order one thinks: what (text and image), whom, where it leads, until when, when. */
export const SendFields = ({ state }: { state: SendFormState }) => {
  const words = useMessages(notificationMessages).send;
  const errorOf = useErrorOf(state);
  const { form, change, storeId } = state;

  const audience = keysOf(audienceRuleFields).flatMap((field) => [form[field], errorOf(field)]);
  return (
    <div className={classes.card}>
      {/* Of today before anything is written, of another day where that is typed. */}
      {state.day?.startsAt === null && <KeptDayNotice storeId={storeId} day={state.day} />}
      <MessageFields form={form} change={change} errorOf={errorOf} />
      <DrawnFor values={[words, form.image, errorOf('image')]}>
        {() => <ImageField image={form.image} change={change} onBusy={state.onUploading} error={errorOf('image')} />}
      </DrawnFor>
      {state.aimed && (
        <DrawnFor values={[words, ...audience]}>{() => <AudiencePanel form={form} change={change} errorOf={errorOf} />}</DrawnFor>
      )}
      <DrawnFor
        values={[form.url, form.validUntil, startOf(form), state.problems['url']?.[0], errorOf('url'), storeId, state.estimate.rule]}
      >
        {() => (
          <TargetFields
            form={form}
            change={change}
            problem={state.problems['url']?.[0]}
            error={errorOf('url')}
            storeId={storeId}
            rule={state.estimate.rule}
          />
        )}
      </DrawnFor>
      <DrawnFor values={[words, form.validUntil, errorOf('validUntil')]}>
        {() => <EndField form={form} change={change} error={errorOf('validUntil')} />}
      </DrawnFor>
      {state.maySafety && <DrawnFor values={[form.safety]}>{() => <SafetyField form={form} change={change} />}</DrawnFor>}
      {!form.safety && (
        <DrawnFor values={[words, form.isPlanned, form.startsAt, state.problemOf('startsAt'), state.quiet.until, state.quiet.hours]}>
          {() => <StartPanel state={state} />}
        </DrawnFor>
      )}
      {state.day?.startsAt != null && <KeptDayNotice storeId={storeId} day={state.day} />}
    </div>
  );
};
