import { nameWithCity } from '@endcap/contract/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import { type AudienceRule, contradictingStores, includeStoreTypes } from '@endcap/contract/audience';
import { Alert, Radio, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useFields, useProblem, useValue } from '../../../form/form-store.ts';
import { partOf } from '../../../form/merge.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useToday } from '../../../lib/use-today.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { defaultStart } from '../../../ui/date-kind.ts';
import { Panel } from '../../../ui/panel.tsx';
import { CoveredIncludes, StoreGroupPicker } from '../../store-groups/index.ts';
import { StorePicker, stores } from '../../stores/index.ts';
import { SavedAudiences } from '../audiences/saved-audiences.tsx';
import { dayAfter, daysShown, lastDayBefore } from '../last-day.ts';
import { notificationMessages } from '../notification.messages.ts';
import { DayNotices } from '../plan/day-notices.tsx';
import { WhenPanel } from '../plan/when-panel.tsx';
import { ImageField, MessageFields, TargetFields, useErrorOf } from './message-fields.tsx';
import type { OpenSendForm } from './open-send-form.ts';
import { audienceFields, mayEndOn, type SendForm, startOf } from './send-form.ts';
import classes from './send-notification.module.css';
import type { SendFormState } from './use-send-form.ts';

type AudienceFieldsProps = { form: OpenSendForm };
/** Parts of a rule that are lists of ids. */
type ListPart = { [Part in keyof AudienceRule]: AudienceRule[Part] extends string[] ? Part : never }[keyof AudienceRule];

const StoreTypes = ({ form }: AudienceFieldsProps) => {
  const words = useMessages(notificationMessages).send;
  return (
    <Radio.Group
      label={words.storeType}
      name="includeStoreType"
      value={useValue(form, 'includeStoreType')}
      onChange={(includeStoreType) => form.change({ includeStoreType })}
    >
      <div className={classes.radios}>
        {includeStoreTypes.map((type) => (
          <Radio key={type} value={type} label={words.storeTypes[type]} />
        ))}
      </div>
    </Radio.Group>
  );
};

/** The administrator's publication settings (NOTIF-FORM-15..19). */
const AudienceFields = ({ form }: AudienceFieldsProps) => {
  const words = useMessages(notificationMessages).send;
  const { data = [] } = useQuery(stores.all());
  const rule = useFields(form, audienceFields);
  const contradicting = contradictingStores(rule);
  const errors: Record<ListPart, string | undefined> = {
    includeStores: useErrorOf(form, 'includeStores'),
    excludeStores: useErrorOf(form, 'excludeStores'),
    includeStoreGroups: useErrorOf(form, 'includeStoreGroups'),
    excludeStoreGroups: useErrorOf(form, 'excludeStoreGroups'),
  };
  const picked = (part: ListPart) => ({
    label: words[part],
    value: rule[part],
    onChange: (ids: string[]): void => form.change(partOf<SendForm, ListPart>(part, ids)),
    error: errors[part],
  });
  // The type requires a control for each part of the rule.
  const { includeStoreType, ...lists }: Record<keyof AudienceRule, ReactNode> = {
    includeStoreType: <StoreTypes form={form} />,
    includeStores: <StorePicker {...picked('includeStores')} />,
    excludeStores: <StorePicker {...picked('excludeStores')} />,
    includeStoreGroups: <StoreGroupPicker {...picked('includeStoreGroups')} />,
    excludeStoreGroups: <StoreGroupPicker {...picked('excludeStoreGroups')} />,
  };
  return (
    <Stack gap="md">
      {includeStoreType}
      <CoveredIncludes rule={rule} onNarrow={() => form.change({ includeStoreType: '' })} />
      <div className={classes.pickers}>
        {Object.entries(lists).map(([part, input]) => (
          <Fragment key={part}>{input}</Fragment>
        ))}
      </div>
      {contradicting.length > 0 && (
        <Alert color="yellow" variant="light" role="status">
          {words.contradiction(
            data
              .filter((store) => contradicting.includes(store._id))
              .map((store) => nameWithCity(store))
              .join('; '),
          )}
        </Alert>
      )}
    </Stack>
  );
};

/** Loaded only where safety messages are enabled. A placeholder avoids a layout shift. */
const SafetySwitch = lazyPart(
  () => import('../safety/safety-switch.tsx'),
  (module) => module.SafetySwitch,
  () => <Skeleton h={94} />,
);

type FieldProps = { form: OpenSendForm };

/** Audience of an administrator's send: a saved one (PLAN-06), or chosen part by part. */
const AudiencePanel = ({ form }: FieldProps) => (
  <Panel title={useMessages(notificationMessages).send.audience} flat>
    <SavedAudiences rule={useFields(form, audienceFields)} onPick={form.change} />
    <AudienceFields form={form} />
  </Panel>
);

/** The last day on which it is shown, and how many days that is from its start (NOTIF-FORM-11, E-61). */
const EndField = ({ form }: FieldProps) => {
  const words = useMessages(notificationMessages).send;
  const format = useFormat();
  const today = useToday();
  const start = startOf(useFields(form, ['isPlanned', 'startsAt']));
  const lastDay = lastDayBefore(useValue(form, 'validUntil'));
  const days = daysShown(start ? format.day(start) : today, lastDay);
  return (
    <DateField
      kind="day"
      use="end"
      label={words.validUntil}
      {...(days !== null && { description: words.lastDay(format.longDay(lastDay), days) })}
      required
      value={lastDay}
      onChange={(day) => form.change({ validUntil: dayAfter(day) })}
      error={useErrorOf(form, 'validUntil')}
      accepts={(day) => mayEndOn(dayAfter(day))}
    />
  );
};

/** Switch that makes this a safety message (CARE-05). */
const SafetyField = ({ form }: FieldProps) => (
  <SafetySwitch
    checked={useValue(form, 'safety')}
    // A safety message starts immediately.
    onChange={(safety) => form.change({ safety, ...(safety && { isPlanned: false }) })}
  />
);

/** Start of the send. A plan may start now only if it was to start on approval (CARE-04). */
const StartPanel = ({ state: { form, plan, quiet } }: { state: SendFormState }) => (
  <WhenPanel
    form={useFields(form, ['isPlanned', 'startsAt'])}
    change={form.change}
    problem={useProblem(form, 'startsAt')}
    isPlan={plan !== null && !plan.notification.approval?.atOnce}
    suggestedStart={() => defaultStart(new Date())}
    quietHours={quiet.hours}
    quietUntil={quiet.until}
  />
);

/** The fields in order: text and image, audience, target, end of validity, start. */
export const SendFields = ({ state }: { state: SendFormState }) => {
  const { form, storeId, day } = state;
  const isSafety = useValue(form, 'safety');
  return (
    <div className={classes.card}>
      {/* Notices of today come first; those of another day follow the field where it is typed. */}
      {day?.startsAt === null && <DayNotices storeId={storeId} day={day} />}
      <MessageFields form={form} />
      <ImageField form={form} onBusy={form.onBusy} />
      {state.aimed && <AudiencePanel form={form} />}
      <TargetFields form={form} storeId={storeId} rule={state.estimate.rule} />
      <EndField form={form} />
      {state.maySafety && <SafetyField form={form} />}
      {!isSafety && <StartPanel state={state} />}
      {day?.startsAt != null && <DayNotices storeId={storeId} day={day} />}
    </div>
  );
};
