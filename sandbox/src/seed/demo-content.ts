import { demoId } from '../demo/demo-ids.ts';
import { demoGroups } from './stores.ts';

const DAY_MS = 86_400_000;

/** An item of the demo chain as POST content-editor takes it; `image` and the regulation's file are uploaded first. */
export type DemoContent = { image: string; regulation?: true; body: Record<string, unknown> };

const group = (name: string): string[] => demoGroups.filter((one) => one.name === name).map((one) => demoId('group', one.name));

/** One believable item of every type, around an instant (milliseconds): live, ended and still to come. `linkTo` makes a deep link of an item's name that was yielded before. */
export function* demoContent(now: number, linkTo: (name: string) => string): Generator<DemoContent> {
  const at = (days: number): string => new Date(Math.floor((now + days * DAY_MS) / 3_600_000) * 3_600_000).toISOString();
  const published = (from: number, to: number) => ({
    publicationStart: at(from),
    publicationEnd: at(to),
    validityStart: at(from),
    validityEnd: at(to),
  });
  yield {
    image: 'leaflet',
    body: {
      contentType: 'leaflet',
      name: 'Gazetka 47/2026',
      title: 'Gazetka tygodnia',
      description: 'Ponad **200 promocji** od czwartku do środy.\nNajlepsze ceny na *owoce, nabiał i pieczywo*.',
      pinned: true,
      ...published(-2, 5),
    },
  };
  yield {
    image: 'christmas',
    body: {
      contentType: 'leaflet',
      name: 'Gazetka 49/2026 Mikołajki',
      title: 'Mikołajki już w czwartek',
      description: 'Łakocie do **−40 %**.',
      clickableWhenFuture: true,
      publicationStart: at(-1),
      publicationEnd: at(15),
      validityStart: at(8),
      validityEnd: at(15),
    },
  };
  yield {
    image: 'fruit',
    body: {
      contentType: 'banner',
      name: 'Baner start: owoce',
      title: 'Owoce i warzywa −20 %',
      tab: 'start',
      description: `Sprawdź też [gazetkę tygodnia](${linkTo('Gazetka 47/2026')}).`,
      ...published(-1, 6),
    },
  };
  yield {
    image: 'fuel',
    body: {
      contentType: 'banner',
      name: 'Baner akcje: paliwo',
      title: 'Tankuj taniej przy sklepie',
      tab: 'actions',
      includeStoreType: '',
      includeStoreGroups: group('Sklepy ze stacją paliw'),
      description: '15 groszy mniej na litrze przy zakupach od 100 zł.',
      ...published(-5, 20),
    },
  };
  yield {
    image: 'coffee',
    body: {
      contentType: 'promoCode',
      name: 'Kawa listopad',
      title: 'Kawa −30 %',
      segments: ['Miłośnicy kawy', 'Rodzina'],
      ean: 'MEGA KAWA 30',
      productEANs: ['5901234123457', '5900084102363'],
      productGroup: 'Kawa i herbata',
      description: 'Pokaż kod przy kasie.',
      couponInstructionsText: 'Kod działa **raz dziennie**.',
      ...published(-3, 10),
    },
  };
  yield {
    image: 'coffee',
    regulation: true,
    body: {
      contentType: 'oneTimePromoCode',
      name: 'Kupon powitalny 15 zł',
      title: '15 zł na pierwsze zakupy',
      segments: ['Nowi klienci'],
      discountValue: '15,00',
      discountValueType: 'cash',
      minBasketValue: 100,
      discountType: 1,
      oneTimeCouponHeaderStep1: 'Aktywuj kupon',
      oneTimeCouponFooterStep1: 'Kupon będzie ważny 15 minut.',
      oneTimeCouponHeaderStep2: 'Pokaż przy kasie',
      regulation1Name: 'Regulamin kuponu powitalnego',
      ...published(-30, 60),
    },
  };
  yield {
    image: 'points',
    body: {
      contentType: 'premiumPromoCode',
      name: 'Premium: czekolada',
      title: 'Druga czekolada gratis',
      ean: 'MEGA PREM 7',
      productEANs: ['5900012345674'],
      description: 'Dla posiadaczy karty premium.',
      ...published(-1, 13),
    },
  };
  yield {
    image: 'bread',
    body: {
      contentType: 'youtube',
      name: 'Film: piekarnia',
      title: 'Jak powstaje nasz chleb',
      url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
      description: 'Trzy minuty w piekarni na Marszałkowskiej.',
      ...published(-20, 40),
    },
  };
  yield {
    image: 'leaflet',
    regulation: true,
    body: {
      contentType: 'regulation',
      name: 'Regulamin aplikacji',
      title: 'Regulamin aplikacji',
      regulation1Name: 'Regulamin aplikacji',
      ...published(-200, 500),
    },
  };
  yield {
    image: 'christmas',
    body: {
      contentType: 'navigation',
      name: 'Kafel: przyszłe gazetki',
      title: 'Gazetki, które nadchodzą',
      navigationTab: 'flyers',
      navigationType: 'future',
      publicationStart: at(-10),
    },
  };
  yield {
    image: 'ebon',
    body: {
      contentType: 'progressBar',
      name: 'E-bon jesień',
      title: 'Zbieraj na e-bon',
      progressBarInfoText: 'Zakupy za **300 zł** dają e-bon na 20 zł.',
      datesInfoText: 'Liczą się zakupy do końca miesiąca.',
      ...published(-15, 15),
    },
  };
  yield {
    image: 'points',
    body: {
      contentType: 'interPunktyPromo',
      name: 'Punkty razy dwa',
      title: 'Podwójne punkty w weekend',
      includeStoreType: 'super',
      description: 'W sklepach Super w sobotę i niedzielę.',
      ...published(-1, 3),
    },
  };
  yield {
    image: 'ebon',
    body: {
      contentType: 'interKupon',
      name: 'InterKupon 100',
      title: 'Kupon za zakupy od 100 zł',
      promoThresholdId: 'prog-100',
      excludeStoreGroups: group('Ściana wschodnia'),
      description: 'Kupon dopisze się po zakupach.',
      ...published(-4, 18),
    },
  };
  yield {
    image: 'fruit',
    body: { contentType: 'leaflet', name: 'Gazetka 45/2026', title: 'Gazetka sprzed dwóch tygodni', ...published(-16, -9) },
  };
  yield {
    image: 'bread',
    body: {
      contentType: 'banner',
      name: 'Baner: nowa aplikacja',
      title: 'Zaktualizuj aplikację',
      tab: 'start',
      version: '<3.2.0',
      description: 'Ta wersja wkrótce przestanie działać.',
      ...published(-3, 30),
    },
  };
}
