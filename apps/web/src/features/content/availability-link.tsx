import { ActionIcon } from '@mantine/core';
import { call } from '../../lib/api.ts';
import { addressOf } from '../../lib/address-of.ts';
import { catalogue, type Language, useLanguage, useMessages } from '../../lib/language.tsx';
import { toast } from '../../lib/toast.ts';
import { commonMessages } from '../../lib/common.messages.ts';
import { IconMapSearch } from '../../ui/icons/late-icons.ts';

const availabilityMessages = catalogue(
  {
    title: 'Dostępność',
    of: (name: string) => `Dostępność: ${name}`,
    failed: 'Nie udało się otworzyć widoku. Sprawdź, czy przeglądarka nie blokuje nowych kart.',
  },
  {
    title: 'Availability',
    of: (name) => `Availability: ${name}`,
    failed: 'The view cannot be opened. Check that the browser does not block new tabs.',
  },
);

/** Opens the availability view in a new tab by a single-use ticket, so that no token gets into its address (CONT-LIST-28, 36). */
const openAvailability = async (contentId: string, language: Language): Promise<boolean> => {
  // Open the tab within the click, or the browser blocks it as a popup.
  const tab = window.open('', '_blank');
  try {
    const { ticket } = await call('POST /api/v1/content-editor/:contentId/availability-ticket', { params: { contentId } });
    const url = addressOf('GET /api/v1/content-editor/:contentId/availability', { params: { contentId }, query: { ticket, language } });
    if (tab) {
      tab.opener = null;
      tab.location.replace(url);
    }
    return tab !== null;
  } catch {
    tab?.close();
    return false;
  }
};

const useAvailability = () => {
  const words = useMessages(availabilityMessages);
  const common = useMessages(commonMessages);
  const language = useLanguage();
  return (contentId: string): void =>
    void openAvailability(contentId, language).then(
      (opened) => opened || toast.failure({ title: words.title, body: words.failed, closeLabel: common.close }),
    );
};

/** Row action that shows the stores in which an item is visible. */
export const AvailabilityLink = ({ id, name }: { id: string; name: string }) => {
  const words = useMessages(availabilityMessages);
  const open = useAvailability();
  const label = words.of(name);
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} data-hint={label} onClick={() => open(id)}>
      <IconMapSearch size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
};
