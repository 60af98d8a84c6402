const DAY_MS = 86_400_000;

/** Popups of the demo chain as POST popup-editor takes them. */
export const demoPopups: readonly Readonly<Record<string, unknown>>[] = [
  { name: 'Powitanie', text: 'Witaj w **Koszyku**!\nZbieraj punkty przy każdych zakupach.', repeat: 1 },
  { name: 'Gazetka tygodnia', text: 'Nowa [gazetka](item:Gazetka 47/2026) już jest. *Zajrzyj od razu.*', repeat: 3 },
  { name: 'Stara aplikacja', text: 'Ta wersja wkrótce przestanie działać. **Zaktualizuj aplikację.**', version: '<3.2.0', repeat: 10 },
];

/** Settings of the demo chain as POST settings-editor takes them, around an instant (milliseconds); `image:` and `pdf:` name what is uploaded first. */
export const demoSettings = (now: number): Readonly<Record<string, unknown>> => ({
  appName: 'Koszyk',
  appLogo: 'image:logo',
  signatureValid: 'Oferta ważna do wyczerpania zapasów',
  signatureFuture: 'Oferta zacznie się wkrótce',
  hideClientCodeVersion: '<3.0.0',
  hideClientCodeText: 'Zaktualizuj aplikację, aby zobaczyć kod',
  phoneVerificationEnforcement: true,
  assistant: { enabled: true },
  ecommerce: { domain: 'sklep.koszyk.example' },
  game: { url: 'https://gra.koszyk.example' },
  trading: { exceptions: [{ day: `${new Date(now).getUTCFullYear() + 1}-01-02`, kind: 'closed', note: 'Remanent w całej sieci' }] },
  loyalty: {
    campaignStart: new Date(now - 20 * DAY_MS).toISOString().slice(0, 10),
    mainBanner: 'image:ebon',
    thresholds: [100, 250, 500, 1000].map((value) => ({ value })),
    regulations: [{ name: 'Regulamin kampanii', file: 'pdf:Regulamin kampanii' }, {}],
    questions: [
      {
        question: 'Jak zbierać **punkty**?',
        answer: 'Pokaż kartę w aplikacji przed płatnością. Za każdą złotówkę jest *jeden punkt*.',
        color: '#1F6F4A',
      },
      { question: 'Kiedy dostanę e-bon?', answer: 'Gdy przekroczysz próg. E-bon pojawi się na ekranie Lojalność.', color: '#E07B00' },
      { question: 'Jak długo ważne są punkty?', answer: 'Rok od dnia dopisania.', color: '#2F5D9B' },
    ],
  },
});
