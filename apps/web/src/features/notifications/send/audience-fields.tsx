import { contradictingStores, includeStoreTypes } from '@endcap/contract/audience';
import { Alert, Radio, Stack } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import { useQuery } from '@tanstack/react-query';
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

/** The administrator's publication settings (NOTIF-FORM-15..19). */
export const AudienceFields = ({ form, change, errorOf }: AudienceFieldsProps) => {
  const words = useMessages(notificationMessages).send;
  const { data = [] } = useQuery(stores.all());
  const contradicting = contradictingStores(form);
  return (
    <Stack gap="md">
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
      <CoveredIncludes rule={form} onNarrow={() => change({ includeStoreType: '' })} />
      <div className={classes.pickers}>
        <StorePicker
          label={words.includeStores}
          value={form.includeStores}
          onChange={(includeStores) => change({ includeStores })}
          error={errorOf('includeStores')}
        />
        <StorePicker
          label={words.excludeStores}
          value={form.excludeStores}
          onChange={(excludeStores) => change({ excludeStores })}
          error={errorOf('excludeStores')}
        />
        <StoreGroupPicker
          label={words.includeStoreGroups}
          value={form.includeStoreGroups}
          onChange={(includeStoreGroups) => change({ includeStoreGroups })}
          error={errorOf('includeStoreGroups')}
        />
        <StoreGroupPicker
          label={words.excludeStoreGroups}
          value={form.excludeStoreGroups}
          onChange={(excludeStoreGroups) => change({ excludeStoreGroups })}
          error={errorOf('excludeStoreGroups')}
        />
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
