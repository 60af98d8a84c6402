import { demoSettings } from '../demo-settings.ts';
import type { Fields, Life } from './demo-edit.ts';

const DAY_MS = 86_400_000;

type Loyalty = { questions: readonly Fields[]; regulations: readonly Fields[] } & Fields;
const amounts = (...values: readonly number[]): Fields[] => values.map((value) => ({ value }));
const dayBefore = (now: number, days: number): string => new Date(now - days * DAY_MS).toISOString().slice(0, 10);

/** The settings of the app, with the campaign of the autumn and the one before it. */
export const editsOfSettings = (now: number): readonly Life[] => {
  const { loyalty, trading, assistant, game, hideClientCodeText, ...basics } = demoSettings(now);
  const { questions, regulations, ...campaign } = loyalty as Loyalty;
  return [
    {
      kind: 'settings',
      item: 'settings',
      there: true,
      steps: [
        [92, '09:30', 'anna', { ...basics, signatureValid: 'Oferta ważna teraz', hideClientCodeVersion: '<2.9.0' }],
        [
          90,
          '14:20',
          'tomasz',
          {
            loyalty: {
              campaignStart: dayBefore(now, 89),
              mainBanner: 'image:points',
              thresholds: amounts(150, 300, 600, 1200),
              questions: questions.slice(0, 1),
            },
          },
        ],
        [76, '10:15', 'katarzyna', { assistant }],
        [68, '12:30', 'tomasz', { loyalty: { thresholds: amounts(100, 300, 600, 1000) } }],
        [44, '15:45', 'anna', { signatureValid: basics['signatureValid'] }],
        [32, '09:55', 'ewa', { game }],
        [21, '16:30', 'tomasz', { loyalty: { ...campaign, regulations } }],
        [14, '11:45', 'tomasz', { loyalty: { questions } }],
        [10, '12:10', 'grzegorz', { trading }],
        [6, '09:05', 'grzegorz', { hideClientCodeVersion: basics['hideClientCodeVersion'], hideClientCodeText }],
      ],
    },
  ];
};
