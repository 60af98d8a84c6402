import type { FieldCodes } from '@endcap/contract/core';
import { Alert, Button } from '@mantine/core';
import type { LaidForm } from '../../lib/laid-form.ts';
import { useMessages } from '../../lib/language.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { previewMessages } from './preview.messages.ts';
import classes from './preview.module.css';

type FormNoticeProps = {
  /** Null when it is not known in this tab any more. */
  form: LaidForm | null;
  fields: FieldCodes;
  onRemove: () => void;
};

/** PREV-07: that what is shown is not saved, and the way back to the form. */
export const FormNotice = ({ form, fields, onRemove }: FormNoticeProps) => {
  const words = useMessages(previewMessages);
  const isRefused = Object.keys(fields).some((field) => field.startsWith('overlay'));
  return (
    <Alert color={isRefused ? 'red' : 'yellow'} variant="light" role="status" className={classes.form ?? ''}>
      <span>{form === null ? words.formGone : isRefused ? words.formRefused : words.form(form.name)}</span>
      {form && (
        <LinkButton to={form.path} search={form.search ?? {}} size="compact-sm" variant="default">
          {words.backToForm}
        </LinkButton>
      )}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onRemove}>
        {words.withoutForm}
      </Button>
    </Alert>
  );
};
