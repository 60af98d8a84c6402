import type { FieldCodes } from '@endcap/contract/core';
import { Alert, Button } from '@mantine/core';
import type { LaidForm } from '../../lib/laid-form.ts';
import { useMessages } from '../../lib/language.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { previewMessages } from './preview.messages.ts';
import classes from './preview.module.css';

type FormNoticeProps = {
  /** Null if this tab no longer has the form. */
  form: LaidForm | null;
  fields: FieldCodes;
  onRemove: () => void;
};

/** Notice that the preview shows an unsaved form, with a link back to it (PREV-07). */
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
