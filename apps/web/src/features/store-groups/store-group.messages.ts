import { catalogue, plural } from '../../lib/language.tsx';

export const storeGroupMessages = catalogue(
  {
    title: 'Grupy sklepów',
    create: 'Nowa grupa',
    untitled: 'Nowa grupa sklepów',
    name: 'Nazwa',
    stores: 'Sklepy w grupie',
    storesHint: 'Zmiana listy zmienia też odbiorców tego, co już skierowano do grupy.',
    facts: 'O grupie',
    reachTitle: 'Zasięg',
    reach: (n: number, count: string) =>
      `Powiadomienie do tych sklepów wysłalibyśmy teraz na ${count} ${plural('pl', n, { one: 'urządzenie', few: 'urządzenia', many: 'urządzeń', other: 'urządzenia' })}.`,
    reachesNobody: 'Powiadomienia do tych sklepów nikt by teraz nie dostał.',
    usedBy: 'Powiązania',
    count: 'Liczba sklepów',
    storeCount: (n: string) => `Sklepy: ${n}`,
    noStores: 'Grupa bez sklepów nikogo nie obejmuje.',
    sameName: 'Jest już grupa o tej nazwie.',
    empty: 'Nie ma jeszcze grup sklepów',
    deleted: 'Usunięta grupa',
    consequence:
      'Gdzie grupa jest wybrana, jej sklepy wypadną, chyba że obejmuje je coś innego. Gdzie jest wykluczona, jej obecne sklepy pozostaną wykluczone.',
  },
  {
    title: 'Store groups',
    create: 'New group',
    untitled: 'New store group',
    name: 'Name',
    stores: 'Stores of the group',
    storesHint: 'Changing the list also changes the audience of what is already aimed at the group.',
    facts: 'About the group',
    reachTitle: 'Reach',
    reach: (n, count) => `A notification to these stores would be sent to ${count} ${n === 1 ? 'device' : 'devices'} now.`,
    reachesNobody: 'Nobody would get a notification to these stores now.',
    usedBy: 'Where it is used',
    count: 'Stores',
    storeCount: (n) => `Stores: ${n}`,
    noStores: 'A group without stores reaches nobody.',
    sameName: 'There is a group of this name already.',
    empty: 'There are no store groups yet',
    deleted: 'Deleted group',
    consequence:
      'Where the group is chosen, its stores drop out unless something else includes them. Where it is excluded, the stores it has now stay excluded.',
  },
);
