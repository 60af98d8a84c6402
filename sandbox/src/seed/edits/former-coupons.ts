import type { Life } from './demo-edit.ts';
import { content, from } from './former-content.ts';

/** Coupons that ran out. */
export const formerCoupons: readonly Life[] = [
  content(
    'Kawa wrzesień',
    [
      87,
      '11:00',
      'tomasz',
      {
        contentType: 'promoCode',
        name: 'Kawa wrzesień',
        title: 'Kawa −20 %',
        ean: 'MEGA KAWA 20',
        productEANs: ['5901234123457'],
        productGroup: 'Kawa',
        prevImage: 'image:coffee',
        segments: ['Miłośnicy kawy'],
        ...from(-85, -56),
      },
    ],
    [83, '09:50', 'tomasz', { productEANs: ['5901234123457', '5900084102360'], couponInstructionsText: 'Kod działa **raz dziennie**.' }],
    [71, '16:20', 'ewa', { description: 'Pokaż kod przy kasie.' }],
    [56, '09:05', 'tomasz', null],
  ),
  content(
    'Kawa październik',
    [
      58,
      '10:05',
      'tomasz',
      {
        contentType: 'promoCode',
        name: 'Kawa październik',
        title: 'Druga kawa za złotówkę',
        ean: 'MEGA KAWA 1',
        productEANs: ['5901234123457'],
        productGroup: 'Kawa i herbata',
        prevImage: 'image:coffee',
        segments: ['Miłośnicy kawy'],
        ...from(-55, -25),
      },
    ],
    [49, '12:25', 'tomasz', { segments: ['Miłośnicy kawy', 'Rodzina'] }],
    [36, '09:15', 'anna', { title: 'Druga kawa za złotówkę – tylko do niedzieli', publicationEnd: -30, validityEnd: -30 }],
    [20, '13:40', 'tomasz', null],
  ),
  content(
    'Znicze: kupon 3+1',
    [
      40,
      '10:30',
      'tomasz',
      {
        contentType: 'promoCode',
        name: 'Znicze: kupon 3+1',
        title: 'Czwarty znicz gratis',
        ean: 'MEGA ZNICZ',
        productEANs: ['5900876543210'],
        productGroup: 'Znicze',
        prevImage: 'image:leaflet',
        ...from(-37, -23),
      },
    ],
    [34, '13:15', 'anna', { productGroup: 'Znicze i wkłady', description: 'Gratis jest najtańszy.' }],
    [22, '09:00', 'tomasz', null],
  ),
  content(
    'Punkty za pierwszy zakup',
    [
      82,
      '15:10',
      'tomasz',
      {
        contentType: 'interPunktyPromo',
        name: 'Punkty za pierwszy zakup',
        title: '50 punktów na start',
        prevImage: 'image:points',
        ...from(-80, -21),
      },
    ],
    [61, '10:55', 'tomasz', { title: '100 punktów na start', description: 'Za pierwsze zakupy z kartą w aplikacji.' }],
    [21, '17:05', 'tomasz', null],
  ),
];
