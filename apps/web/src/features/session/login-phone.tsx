import { useBrand } from '../../lib/brand.ts';
import { useMessages } from '../../lib/language.tsx';
import { LockScreen } from '../../ui/phone/lock-screen.tsx';
import { PhoneFrame } from '../../ui/phone/phone-frame.tsx';
import { sessionMessages } from './session.messages.ts';

/** Static preview of a notification on a phone, shown on the login page. */
export const LoginPhone = () => {
  const words = useMessages(sessionMessages);
  const app = useBrand();
  return (
    <PhoneFrame system="android" scheme={null}>
      <LockScreen app={app} title={words.sampleTitle} text={words.sampleText} imageUrl={null} size="expanded" />
    </PhoneFrame>
  );
};
