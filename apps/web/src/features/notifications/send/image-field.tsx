import { useMessages } from '../../../lib/language.tsx';
import { UploadField } from '../../../ui/upload-field.tsx';
import { notificationMessages } from '../notification.messages.ts';

type ImageFieldProps = {
  /** As stored reference, without one empty. */
  image: string;
  change: (part: { image: string }) => void;
  onBusy: (busy: boolean) => void;
  error: string | undefined;
};

/** The message's one image: what is pasted anywhere on the page is meant for it. */
export const ImageField = ({ image, change, onBusy, error }: ImageFieldProps) => (
  <UploadField
    label={useMessages(notificationMessages).send.image}
    kind="image"
    value={image || null}
    onChange={(given) => change({ image: given ?? '' })}
    onBusy={onBusy}
    error={error}
    only
  />
);
