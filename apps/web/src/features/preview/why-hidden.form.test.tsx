import type { HiddenItem } from '@endcap/contract/preview';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { chooseLanguage, type Language, ShellLanguage } from '../../lib/language.tsx';
import { WhyHidden } from './why-hidden.tsx';

const begins = '2026-12-04T23:00:00.000Z';
const notYet = { because: 'notYet', at: begins } as const;
const over = { because: 'over', at: '2026-11-20T22:59:00.000Z' } as const;

type Shown = { because: HiddenItem['because']; language?: Language };
const show = ({ because, language = 'pl' }: Shown) => {
  chooseLanguage(language);
  const onGo = vi.fn<(at: string) => void>();
  const { container } = render(
    <MantineProvider env="test">
      <ShellLanguage>
        <WhyHidden because={because} about={{ names: {} }} onGo={onGo} />
      </ShellLanguage>
    </MantineProvider>,
  );
  return { container, onGo };
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-30T08:00:00.000Z') });
  return () => vi.useRealTimers();
});

test.each([
  ['pl', 'Publikacja jeszcze się nie zaczęła. Zobaczy od sob., 5 gru, 00:00 (za 5 dni).'],
  ['en', 'Its publication has not begun. Sees it from Sat 5 Dec, 00:00 (in 5 days).'],
] as const)('an item to come is seen from the start of its publication, in %s', { tags: ['PREV-03'] }, (language, text) => {
  const { container } = show({ because: [notYet], language });
  expect(container).toHaveTextContent(text);
  expect(container).not.toHaveTextContent(/30 lis|30 Nov/);
});

test('shows in a preview of the past what was planned at that time', { tags: ['PREV-03'] }, () => {
  vi.setSystemTime('2026-12-20T10:00:00.000Z');
  const { container } = show({ because: [notYet] });
  expect(container).toHaveTextContent('Klient miał to zobaczyć od sob., 5 gru, 00:00.');
  expect(container).not.toHaveTextContent(/Zobaczy od|temu/);
});

test('moves the preview to the start of a publication', { tags: ['PREV-03'] }, async () => {
  const user = userEvent.setup();
  const { onGo } = show({ because: [notYet] });
  await user.click(screen.getByRole('button', { name: 'Pokaż tę chwilę' }));
  expect(onGo).toHaveBeenCalledWith(begins);
});

test('an item whose publication ended is seen once it is extended', { tags: ['PREV-03'] }, () => {
  const { container } = show({ because: [over] });
  expect(container).toHaveTextContent('Publikacja skończyła się pt., 20 lis, koniec dnia. Zobaczy, gdy publikacja zostanie przedłużona.');
});

test.each([[notYet], [over]])('promises nothing while another reason hides the item too: %o', { tags: ['PREV-03'] }, (dates) => {
  const { container } = show({ because: [dates, { because: 'excluded' }, { because: 'notMember', segments: ['Kawosze'] }] });
  expect(container).toHaveTextContent('Sklep jest wykluczony z nazwy.');
  expect(container).toHaveTextContent('Klient nie zobaczy treści, dopóki choć jeden z tych powodów trwa.');
  expect(container).not.toHaveTextContent('Zobaczy');
});
