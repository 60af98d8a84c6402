import { signedTitle } from '@endcap/contract/notifications';
import { memo, useMemo, useState } from 'react';
import { useBrand } from '../../lib/brand.ts';
import { useMessages } from '../../lib/language.tsx';
import { LockScreen, type PushSize } from '../../ui/phone/lock-screen.tsx';
import { Phone } from '../../ui/phone/phone.tsx';
import { PhoneSwitch } from '../../ui/phone/phone-switch.tsx';
import { notificationMessages } from './notification.messages.ts';
import { useAimedStore } from './use-aimed-store.ts';

/** `storeId`: the sending store, whose mark follows the title. `at`: time of the send (ISO), or now. */
type PushPhoneProps = { title: string; text: string; imageUrl: string | null; storeId: string | null; at?: string | undefined };

/** The message on a lock screen as phones show it, marked approximate (ux 4, A-53). */
export const PushPhone = memo(({ title, storeId, at, ...message }: PushPhoneProps) => {
  const words = useMessages(notificationMessages).send;
  const app = useBrand();
  const sign = useAimedStore(storeId)?.notificationSign ?? null;
  const [size, setSize] = useState<PushSize>('expanded');
  const sizes = useMemo(() => ({ collapsed: words.collapsed, expanded: words.expanded }), [words]);
  return (
    <Phone
      label={words.preview}
      caption={words.previewApproximate}
      at={at}
      switches={<PhoneSwitch label={words.size} choices={sizes} value={size} onChange={setSize} />}
    >
      <LockScreen app={app} size={size} at={at} title={title && signedTitle(title, sign)} {...message} />
    </Phone>
  );
});
