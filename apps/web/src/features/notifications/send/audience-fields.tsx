import { type AudienceRule, contradictingStores, includeStoreTypes } from '@endcap/contract/audience';
import { Alert, Radio, Stack } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { partOf } from '../../../frames/merge.ts';
import { useMessages } from '../../../lib/language.tsx';
import { CoveredIncludes, StoreGroupPicker } from '../../store-groups/index.ts';
import { StorePicker, stores } from '../../stores/index.ts';
import { notificationMessages } from '../notification.messages.ts';
import classes from './send-notification.module.css';
import type { SendForm } from './send-form.ts';

type AudienceFieldsProps = {
  form: SendForm;
  change: (part: Partial<SendForm>) => void;
  errorOf: (field: keyof SendForm) => string | undefined;
};
/** Parts of a rule that are lists of ids. */
type ListPart = { [Part in keyof AudienceRule]: AudienceRule[Part] extends string[] ? Part : never }[keyof AudienceRule];

const StoreTypes = ({ form, change }: Omit<AudienceFieldsProps, 'errorOf'>) => {
  const words = useMessages(notificationMessages).send;
  return (
    <Radio.Group
      label={words.storeType}
      name="includeStoreType"
      value={form.includeStoreType}
      onChange={(includeStoreType) => change({ includeStoreType })}
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
export const AudienceFields = ({ form, change, errorOf }: AudienceFieldsProps) => {
  const words = useMessages(notificationMessages).send;
  const { data = [] } = useQuery(stores.all());
  const contradicting = contradictingStores(form);
  const picked = (part: ListPart) => ({
    label: words[part],
    value: form[part],
    onChange: (ids: string[]): void => change(partOf<SendForm, ListPart>(part, ids)),
    error: errorOf(part),
  });
  // A part of the rule that nobody could choose does not compile.
  const { includeStoreType, ...lists }: Record<keyof AudienceRule, ReactNode> = {
    includeStoreType: <StoreTypes form={form} change={change} />,
    includeStores: <StorePicker {...picked('includeStores')} />,
    excludeStores: <StorePicker {...picked('excludeStores')} />,
    includeStoreGroups: <StoreGroupPicker {...picked('includeStoreGroups')} />,
    excludeStoreGroups: <StoreGroupPicker {...picked('excludeStoreGroups')} />,
  };
  return (
    <Stack gap="md">
      {includeStoreType}
      <CoveredIncludes rule={form} onNarrow={() => change({ includeStoreType: '' })} />
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
