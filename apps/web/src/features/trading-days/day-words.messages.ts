import { catalogue } from '../../lib/language.tsx';

/** Names of public holidays and of what a day is for trade. */
export const dayWordsMessages = catalogue(
  {
    kinds: {
      weekday: 'dzień powszedni',
      tradingSunday: 'niedziela handlowa',
      closedSunday: 'niedziela niehandlowa',
      holiday: 'święto',
      openedDay: 'dzień handlowy wyjątkowo',
      closedDay: 'sklepy zamknięte wyjątkowo',
    },
    holidays: {
      newYear: 'Nowy Rok',
      epiphany: 'Trzech Króli',
      easter: 'Wielkanoc',
      easterMonday: 'Poniedziałek Wielkanocny',
      labourDay: 'Święto Pracy',
      constitutionDay: 'Święto Konstytucji 3 Maja',
      pentecost: 'Zielone Świątki',
      corpusChristi: 'Boże Ciało',
      assumption: 'Wniebowzięcie NMP',
      allSaints: 'Wszystkich Świętych',
      independenceDay: 'Święto Niepodległości',
      independenceCentenary: 'stulecie Niepodległości',
      christmasEve: 'Wigilia',
      christmas: 'Boże Narodzenie',
      secondChristmasDay: 'drugi dzień świąt',
    },
  },
  {
    kinds: {
      weekday: 'weekday',
      tradingSunday: 'trading Sunday',
      closedSunday: 'non-trading Sunday',
      holiday: 'holiday',
      openedDay: 'open by exception',
      closedDay: 'closed by exception',
    },
    holidays: {
      newYear: 'New Year',
      epiphany: 'Epiphany',
      easter: 'Easter Sunday',
      easterMonday: 'Easter Monday',
      labourDay: 'Labour Day',
      constitutionDay: 'Constitution Day',
      pentecost: 'Pentecost',
      corpusChristi: 'Corpus Christi',
      assumption: 'Assumption',
      allSaints: 'All Saints’ Day',
      independenceDay: 'Independence Day',
      independenceCentenary: 'the centenary of independence',
      christmasEve: 'Christmas Eve',
      christmas: 'Christmas Day',
      secondChristmasDay: 'Boxing Day',
    },
  },
);
