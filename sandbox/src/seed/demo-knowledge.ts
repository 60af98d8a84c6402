const DAY_MS = 86_400_000;

/** What the demo chain's assistant knows, as POST knowledge-editor takes it, around an instant (milliseconds). */
export const demoKnowledge = (now: number): Record<string, string>[] => {
  const day = (days: number): string => new Date(now + days * DAY_MS).toISOString();
  return [
    {
      name: 'Zwroty',
      description: 'Zwroty towarów, wymiana, paragon przy zwrocie',
      content:
        'Nieużywany towar przemysłowy można zwrócić w ciągu 14 dni od zakupu z paragonem albo potwierdzeniem płatności kartą. Produktów spożywczych, bielizny i kosmetyków po otwarciu nie przyjmujemy. Pieniądze wracają tą samą drogą, którą zapłacono.',
    },
    {
      name: 'Reklamacje',
      description: 'Reklamacje wadliwych lub zepsutych produktów',
      content:
        'Wadliwy produkt reklamuje się w punkcie obsługi dowolnego sklepu lub przez formularz na stronie. Przy żywności potrzebny jest paragon i, jeśli to możliwe, opakowanie z datą. Odpowiadamy w ciągu 14 dni.',
    },
    {
      name: 'Godziny otwarcia',
      description: 'Godziny otwarcia sklepów, niedziele handlowe, święta',
      content:
        'Większość sklepów jest czynna od poniedziałku do soboty od 6 do 22. W niedziele handlowe otwieramy od 9 do 20. W święta sklepy są zamknięte. Dokładne godziny każdego sklepu są w aplikacji w zakładce Sklepy.',
    },
    {
      name: 'Punkty',
      description: 'Zbieranie punktów lojalnościowych, stan konta, ważność punktów',
      content:
        'Za każdą wydaną złotówkę dopisujemy jeden punkt, jeśli przed płatnością pokażesz kartę w aplikacji. Stan punktów widać na ekranie Lojalność. Punkty są ważne 12 miesięcy od dnia dopisania.',
    },
    {
      name: 'E-bony',
      description: 'Wymiana punktów na e-bon i progi kampanii',
      content:
        'Po przekroczeniu progu kampanii w aplikacji pojawia się e-bon. E-bon pokazuje się przy kasie przed płatnością, działa raz i łączy się z kuponami. Niewykorzystany e-bon wygasa po 30 dniach.',
    },
    {
      name: 'Karta w aplikacji',
      description: 'Karta klienta, kod klienta w aplikacji, zgubiona karta',
      content:
        'Karta klienta jest w aplikacji po zalogowaniu: kod otwiera się przyciskiem Karta na dole ekranu. Plastikową kartę można połączyć z kontem, wpisując jej numer. Zgubioną kartę zablokujesz w ustawieniach konta.',
    },
    {
      name: 'Kupony jednorazowe',
      description: 'Kupony i kody rabatowe: aktywacja, łączenie, czas na wykorzystanie',
      content:
        'Kupon jednorazowy trzeba aktywować w zakładce Kupony i pokazać przy kasie w ciągu 15 minut. Do jednych zakupów można użyć jednego kuponu procentowego i dowolnej liczby kuponów kwotowych. Minimalna wartość koszyka jest podana na kuponie.',
    },
    {
      name: 'Płatności',
      description: 'Sposoby płatności: karta, BLIK, gotówka, karty podarunkowe',
      content:
        'Przyjmujemy gotówkę, karty Visa i Mastercard, BLIK oraz karty podarunkowe sieci. Przy kasach samoobsługowych nie ma płatności gotówką. Zapłatę można rozdzielić na kartę podarunkową i drugą formę.',
    },
    {
      name: 'Karty podarunkowe',
      description: 'Karta podarunkowa: zakup, ważność, saldo',
      content:
        'Karty podarunkowe na 50, 100 i 200 zł kupisz w każdej kasie. Karta jest ważna 12 miesięcy, saldo sprawdzisz w punkcie obsługi. Karty nie wymieniamy na gotówkę.',
    },
    {
      name: 'Dostawa',
      description: 'Zakupy internetowe z dostawą do domu, koszt i terminy dostaw',
      content:
        'Dostawa działa w Warszawie, Łodzi i Krakowie. Koszt to 9,90 zł, a od 150 zł dostawa jest bezpłatna. Zamówienia złożone do 12 przywozimy tego samego dnia wieczorem.',
    },
    {
      name: 'Odbiór osobisty',
      description: 'Zamówienia z odbiorem w sklepie, usługa Drive',
      content:
        'Zamówienie z odbiorem w sklepie jest gotowe po 3 godzinach. W sklepach z usługą Drive zakupy wkładamy do bagażnika na oznaczonym miejscu parkingowym. Na odbiór czekamy 24 godziny.',
    },
    {
      name: 'Stacje paliw',
      description: 'Stacje paliw przy sklepach: rabat na paliwo, tankowanie, myjnia',
      content:
        'Przy zakupach od 100 zł dostajesz kupon na 15 groszy zniżki na litrze paliwa, do 50 litrów. Stacje są czynne całą dobę, myjnia od 7 do 21. Faktury wystawia kasa stacji.',
    },
    {
      name: 'Faktury',
      description: 'Faktura VAT: jak otrzymać, NIP na paragonie',
      content:
        'Fakturę wystawiamy do paragonu z numerem NIP, który trzeba podać przed zakończeniem sprzedaży. W punkcie obsługi lub na stronie dostaniesz ją do 3 miesięcy od zakupu.',
    },
    {
      name: 'Alergeny',
      description: 'Alergeny i skład produktów, gluten, laktoza, wegańskie',
      content:
        'Skład i alergeny każdego produktu marki własnej są w aplikacji po zeskanowaniu kodu kreskowego. Produkty bez glutenu mają zielony znak kłosa, wegańskie znak liścia. Pieczywo z naszej piekarni może zawierać śladowe ilości orzechów.',
    },
    {
      name: 'Praca',
      description: 'Praca w sklepie: oferty, rekrutacja, wysyłanie CV',
      content:
        'Aktualne oferty pracy są na stronie kariera. CV można też zostawić u kierownika sklepu. Na zgłoszenia odpowiadamy w ciągu dwóch tygodni, studentów zatrudniamy na część etatu.',
    },
    {
      name: 'Konto i dane',
      description: 'Usunięcie konta, dane osobowe, zmiana numeru telefonu i hasła',
      content:
        'Konto usuwa się w aplikacji: Profil, Ustawienia, Usuń konto. Punkty przepadają z chwilą usunięcia. Numer telefonu i hasło zmienisz w tym samym miejscu po potwierdzeniu kodem SMS.',
    },
    {
      name: 'Kaucja',
      description: 'System kaucyjny: butelkomaty, zwrot butelek i puszek',
      content:
        'Butelki plastikowe do 3 litrów i puszki oddasz w butelkomacie przy wejściu: kaucja wynosi 50 groszy, za szklane butelki wielorazowe 1 zł. Bon z butelkomatu zrealizuj przy kasie lub odbierz gotówkę.',
    },
    {
      name: 'Promocja jesienna (skończona)',
      description: 'Jesienna promocja na kawę i herbatę',
      content: 'We wrześniu druga kawa kosztuje 1 zł, a herbaty są o 40 % tańsze.',
      validityStart: day(-90),
      validityEnd: day(-30),
    },
    {
      name: 'Parking (dawne zasady)',
      description: 'Parking przy sklepie: opłaty i czas postoju w ubiegłym roku',
      content: 'Parking jest płatny 5 zł za godzinę.',
      validityEnd: day(-60),
    },
    {
      name: 'Parking',
      description: 'Parking przy sklepie: czas postoju, opłaty, ładowanie samochodów elektrycznych',
      content:
        'Klienci parkują bezpłatnie do 2 godzin, numer rejestracyjny podaje się przy kasie lub w aplikacji. Ładowarki samochodów elektrycznych działają przy 18 sklepach, kilowatogodzina kosztuje 1,89 zł.',
    },
  ];
};

/** Questions as customers ask them, and the name of the item that answers each; null where nobody knows. */
export const questionBank: readonly (readonly [question: string, item: string | null])[] = [
  ['Czy mogę oddać sweter, którego nie nosiłem?', 'Zwroty'],
  ['Ile mam czasu na zwrot zakupów?', 'Zwroty'],
  ['zwrot bez paragonu', 'Zwroty'],
  ['Kupiłam zepsuty jogurt, jak złożyć reklamację?', 'Reklamacje'],
  ['Gdzie zareklamować wadliwy toster?', 'Reklamacje'],
  ['O której otwieracie w sobotę?', 'Godziny otwarcia'],
  ['Czy sklep jest czynny w niedzielę handlową?', 'Godziny otwarcia'],
  ['jakie godziny w święta?', 'Godziny otwarcia'],
  ['Jak sprawdzić stan moich punktów?', 'Punkty'],
  ['Kiedy tracą ważność punkty?', 'Punkty'],
  ['Jak zbierać punkty lojalnościowe?', 'Punkty'],
  ['Co zrobić z e-bonem?', 'E-bony'],
  ['jak wymienić punkty na ebon albo e-bon', 'E-bony'],
  ['Jaki jest próg kampanii?', 'E-bony'],
  ['Zgubiłem kartę klienta', 'Karta w aplikacji'],
  ['Gdzie w aplikacji znajdę kod klienta?', 'Karta w aplikacji'],
  ['Jak aktywować kupon?', 'Kupony jednorazowe'],
  ['Czy kody rabatowe można łączyć?', 'Kupony jednorazowe'],
  ['Czy zapłacę BLIKIEM?', 'Płatności'],
  ['czy kasy samoobsługowe przyjmują gotówkę', 'Płatności'],
  ['Jak długo ważna jest karta podarunkowa?', 'Karty podarunkowe'],
  ['gdzie sprawdzę saldo karty podarunkowej', 'Karty podarunkowe'],
  ['Ile kosztuje dostawa do domu?', 'Dostawa'],
  ['Czy dowozicie zakupy w Krakowie?', 'Dostawa'],
  ['Od jakiej kwoty dostawa jest darmowa?', 'Dostawa'],
  ['Jak odebrać zamówienie w sklepie?', 'Odbiór osobisty'],
  ['Co to jest Drive?', 'Odbiór osobisty'],
  ['Jaki jest rabat na paliwo?', 'Stacje paliw'],
  ['O której zamykacie myjnię?', 'Stacje paliw'],
  ['Gdzie zatankuję taniej?', 'Stacje paliw'],
  ['Jak dostać fakturę VAT?', 'Faktury'],
  ['Zapomniałem podać NIP, co teraz?', 'Faktury'],
  ['Które produkty są bez glutenu?', 'Alergeny'],
  ['Czy pieczywo ma orzechy? Mam alergię', 'Alergeny'],
  ['Szukam pracy w waszym sklepie', 'Praca'],
  ['gdzie wysłać cv', 'Praca'],
  ['Chcę usunąć konto', 'Konto i dane'],
  ['Jak zmienić numer telefonu?', 'Konto i dane'],
  ['Gdzie oddać puszki i butelki?', 'Kaucja'],
  ['Ile wynosi kaucja za butelkę szklaną?', 'Kaucja'],
  ['butelkomat nie dał bonu', 'Kaucja'],
  ['Ile kosztuje parking?', 'Parking'],
  ['Czy mogę naładować samochód elektryczny?', 'Parking'],
  ['Jak długo mogę stać na parkingu?', 'Parking'],
  ['Czy jest promocja na kawę i herbatę?', null],
  ['Jaka będzie jutro pogoda w Gdańsku?', null],
  ['Kto wygrał wczorajszy mecz?', null],
  ['Napisz mi wiersz o kocie', null],
];
