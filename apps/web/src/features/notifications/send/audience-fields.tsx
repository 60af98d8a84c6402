import { type AudienceRule, contradictingStores, includeStoreTypes } from '@endcap/contract/audience';
import { Alert, Radio, Stack } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useValue, useValues } from '../../../form/form-store.ts';
import { partOf } from '../../../form/merge.ts';
import { useMessages } from '../../../lib/language.tsx';
import { CoveredIncludes, StoreGroupPicker } from '../../store-groups/index.ts';
import { StorePicker, stores } from '../../stores/index.ts';
import { notificationMessages } from '../notification.messages.ts';
import classes from './send-notification.module.css';
import { audienceOf, type SendForm } from './send-form.ts';
import { useErrorOf } from './message-fields.tsx';
import type { OpenSendForm } from './open-send-form.ts';

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
export const AudienceFields = ({ form }: AudienceFieldsProps) => {
  const words = useMessages(notificationMessages).send;
  const { data = [] } = useQuery(stores.all());
  const rule = useValues(form, audienceOf);
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
  // A part of the rule that nobody could choose does not compile.
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
              .map((store) => `${store.name}, ${store.city}`)
              .join('; '),
          )}
        </Alert>
      )}
    </Stack>
  );
};
