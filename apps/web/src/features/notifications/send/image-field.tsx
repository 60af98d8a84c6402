import { PUSH_IMAGE_MAX_SIDE } from '@endcap/contract/files';
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

/** The message's one image, with what phones show of it: what is pasted anywhere on the page is meant for it. */
export const ImageField = ({ image, change, onBusy, error }: ImageFieldProps) => {
  const words = useMessages(notificationMessages).send;
  return (
    <UploadField
      label={words.image}
      kind="image"
      value={image || null}
      onChange={(given) => change({ image: given ?? '' })}
      onBusy={onBusy}
      error={error}
      note={image.endsWith('.gif') ? words.animationOnPhones : words.imageOnPhones(PUSH_IMAGE_MAX_SIDE)}
      only
    />
  );
};
