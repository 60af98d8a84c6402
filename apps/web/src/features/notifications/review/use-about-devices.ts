import { useFormat, useMessages } from '../../../lib/language.tsx';
import { notificationMessages } from '../notification.messages.ts';
import { inThreeDigits } from './round-numbers.ts';

/** Returns a function that words the size of an audience that still changes: "nobody", "36 devices", "about 1,270 devices". */
export const useAboutDevices = (): ((devices: number) => string) => {
  const { count } = useMessages(notificationMessages);
  const format = useFormat();
  return (devices) => {
    if (devices === 0) return count.nobody;
    return devices < 1_000 ? count.devices(devices, format.number(devices)) : count.aboutDevices(format.number(inThreeDigits(devices)));
  };
};
