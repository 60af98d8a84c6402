import type { FieldSummary } from '@endcap/contract/history';
import { describe, expect, test } from 'vitest';
import { changeText } from './summary-values.ts';

const NOW = new Date('2026-11-29T12:00:00Z');
const shownAs = (shown: FieldSummary['shown'], language: 'pl' | 'en' = 'pl', counts: Partial<FieldSummary> = {}): string =>
  changeText({ field: 'list', is: 'list', before: null, after: null, ...counts, ...(shown && { shown }) }, undefined, language, NOW);

describe('the history names the entries of a list that changed', { tags: ['E-66'] }, () => {
  test('closures and other hours of a store by their days', () => {
    const closure = { day: '2026-12-24', hours: null, until: '2026-12-31', reason: 'Święta' };
    expect(shownAs([{ was: null, is: closure }])).toBe('+ zamknięte 24 gru – 31 gru: Święta');
    expect(shownAs([{ was: closure, is: null }], 'en')).toBe('− closed 24 Dec – 31 Dec: Święta');
    expect(shownAs([{ was: null, is: { ...closure, until: '2027-01-01' } }])).toBe('+ zamknięte 24 gru 2026 – 1 sty 2027: Święta');
    expect(shownAs([{ was: { day: '2026-12-24', hours: '06:00-13:00' }, is: { day: '2026-12-24', hours: null } }])).toBe(
      '24 gru 6:00–13:00 → zamknięte 24 gru',
    );
  });
  test('exceptions of the trading calendar with their notes', () => {
    expect(shownAs([{ was: null, is: { day: '2026-12-20', kind: 'trading', note: null } }])).toBe('+ handel 20 gru');
    expect(shownAs([{ was: null, is: { day: '2026-12-20', kind: 'closed', note: 'Remanent' } }], 'en')).toBe('+ closed 20 Dec: Remanent');
  });
  test('stores, codes, thresholds and questions by what they are called', () => {
    expect(
      shownAs([
        { was: null, is: 'Koszyk Długa, Kraków' },
        { was: '5901234123457', is: null },
      ]),
    ).toBe('+ Koszyk Długa, Kraków; − 5901234123457');
    expect(shownAs([{ was: null, is: { value: 1.5 } }])).toBe('+ 1,5');
    const question = { id: 'q1', question: 'Zwroty?' };
    expect(shownAs([{ was: question, is: question }])).toBe('Zwroty?: zmieniono');
  });
  test('or counts them, where they are many or have no name', () => {
    expect(shownAs(undefined, 'pl', { added: 5, removed: 1 })).toBe('+5 −1');
    expect(shownAs([{ was: null, is: { type: 'sms' } }], 'pl', { added: 1 })).toBe('+1');
    expect(shownAs([])).toBe('inna kolejność');
  });
});
