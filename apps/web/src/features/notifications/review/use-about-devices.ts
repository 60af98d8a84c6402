import { useFormat, useMessages } from '../../../lib/language.tsx';
import { notificationMessages } from '../notification.messages.ts';
import { inThreeDigits } from './round-numbers.ts';

/** An audience that still changes, as a person says it: "nobody", "36 devices", "about 1,270 devices". */
export const useAboutDevices = (): ((devices: number) => string) => {
  const { count } = useMessages(notificationMessages);
  const format = useFormat();
  return (devices) => {
    if (devices === 0) return count.nobody;
    return devices < 1_000 ? count.devices(devices, format.number(devices)) : count.aboutDevices(format.number(inThreeDigits(devices)));
  };
};
