import type { Settings } from '@endcap/contract/settings';
import { dayAhead, instantAhead } from './days.ts';
import { aStore, callAs, editor, expect, expectPresentable, openAs, speak, test, urls } from './product.ts';

const forecast = `**${editor}/forecast`;
const told = { sampled: 2_000, whole: false, day: 120, week: 1_500, fourth: 300, limit: null, limited: 0 };
const estimate = { devices: 1_000_000, stores: 40, everyone: true, total: 1_000_000 };

test('beside the form stands what else these people get, with its margin, and it stops nobody', { tag: ['@CARE-01'] }, async ({ page }) => {
  await speak(page, 'pl');
  await page.route(`**${editor}/audience`, (route) => route.fulfill({ json: estimate }));
  await page.route(forecast, (route) => route.fulfill({ json: { ...told, limit: 5, limited: 40 } }));
  await openAs(page, 'admin', `${urls.adminUrl}/notification/new`);
  await expect(page.getByTestId('attention-day')).toHaveText(/^≈ 60\s000 \(± 11\s000\)$/);
  await expect(page.getByTestId('attention-week')).toHaveText(/^≈ 750\s000 \(± 19\s000\)$/);
  await expect(page.getByTestId('attention-fourth')).toHaveText(/^≈ 150\s000 \(± 1\d\s000\)$/);
  await expect(page.getByText('Pominie ich limit (5 w 7 dni)')).toBeVisible();
  await expect(page.getByTestId('attention-limited')).toHaveText(/^≈ 20\s[01]00 \(± 6/);
  await page.getByRole('textbox', { name: 'Tytuł' }).fill('Truskawki');
  await page.getByRole('textbox', { name: 'Treść' }).fill('Po 9,99 zł');
  await expect(page.getByRole('button', { name: 'Wyślij test' })).toBeEnabled();
  await expectPresentable(page, 'attention');
});

test(
  'of a small audience it is exact, of nobody nothing; a server that fails is said in a line',
  { tag: ['@CARE-01'] },
  async ({ page }) => {
    await speak(page, 'en');
    await page.route(`**${editor}/audience`, (route) => route.fulfill({ json: { ...estimate, devices: 12, everyone: false } }));
    let answer: object = { ...told, sampled: 12, whole: true, day: 0, week: 12, fourth: 1 };
    await page.route(forecast, (route) => route.fulfill({ json: answer }));
    await openAs(page, 'admin', `${urls.adminUrl}/notification/new`);
    await expect(page.getByTestId('attention-day')).toHaveText('nobody');
    await expect(page.getByTestId('attention-week')).toHaveText('everybody');
    await expect(page.getByTestId('attention-fourth')).toHaveText('1 device');
    answer = { ...told, sampled: 12, whole: true, day: 0, week: 0, fourth: 0 };
    await page.reload();
    await expect(page.getByTestId('attention')).toContainText(
      'None of them got a notification in the last 7 days, and none is planned for today.',
    );
    await page.unroute(forecast);
    await page.route(forecast, (route) => route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'x' } } }));
    await page.reload();
    await expect(page.getByTestId('attention')).toContainText('It could not be checked what else they get.');
  },
);

test(
  'of a planned send its own day is told and the week until it, also while a plan is changed',
  { tag: ['@CARE-01'] },
  async ({ page }) => {
    const inPolish = (day: string): string =>
      new Intl.DateTimeFormat('pl', { timeZone: 'UTC', day: 'numeric', month: 'long' }).format(new Date(day));
    await speak(page, 'pl');
    await page.route(`**${editor}/audience`, (route) => route.fulfill({ json: estimate }));
    const asked: { startsAt?: string; notificationId?: string }[] = [];
    let nothing = false;
    await page.route(forecast, (route) => {
      const body = route.request().postDataJSON() as { startsAt?: string };
      asked.push(body);
      return route.fulfill({
        json: { ...told, whole: true, sampled: 9, day: body.startsAt ? 3 : 2, week: nothing ? 0 : 4, ...(nothing && { day: 0 }) },
      });
    });
    const attention = page.getByTestId('attention');
    await openAs(page, 'admin', `${urls.adminUrl}/notification/new`);
    await expect(attention).toContainText('Inne powiadomienie dostaje dziś2 urządzenia');
    await expect(attention).toContainText('Dostało je w ostatnich 7 dniach4 urządzenia');
    expect(asked.at(-1)?.startsAt).toBeUndefined();
    await page.getByRole('radio', { name: 'Później' }).check();
    await expect(attention).toContainText(`Inne powiadomienie dostaje ${inPolish(dayAhead(1))}3 urządzenia`);
    await expect(attention).toContainText('Dostaje je w ciągu 7 dni przed startem4 urządzenia');
    await expect(attention).toContainText('Według tego, co wysłano i zaplanowano do tej pory.');
    expect(asked.at(-1)?.startsAt).toBe(instantAhead(1, '8:00'));
    await expectPresentable(page, 'attention-planned');
    // What cannot be read, or has passed, leaves what was told.
    const start = page.getByRole('textbox', { name: /^Początek wysyłki/ });
    await start.fill('wczoraj');
    await start.blur();
    await expect(page.getByText(/To nie jest dzień/)).toBeVisible();
    await expect(attention).toContainText(inPolish(dayAhead(1)));
    nothing = true;
    await start.fill(`${dayAhead(20)} 7:30`);
    await expect(attention).toContainText(`ani ${inPolish(dayAhead(20))}, ani w ciągu 7 dni przed startem.`);
    expect(asked.at(-1)?.startsAt).toBe(instantAhead(20, '7:30'));
    nothing = false;
    await page.getByRole('radio', { name: 'Teraz' }).check();
    await expect(attention).toContainText('Inne powiadomienie dostaje dziś');

    const store = await aStore({ name: 'Żabi Targ uwagi', city: 'Żabia Wola' });
    const plan = await callAs('admin', editor, {
      method: 'POST',
      store: store._id,
      body: { title: 'Zaplanowane', content: 'Jutro o świcie', validUntil: instantAhead(20, '0:00'), startsAt: instantAhead(2, '9:00') },
    });
    const { _id } = plan.body as { _id: string };
    await page.goto(`${urls.adminUrl}/notification/new?plan=${_id}`);
    await expect(attention).toContainText(`Inne powiadomienie dostaje ${inPolish(dayAhead(2))}`);
    expect(asked.at(-1)).toMatchObject({ startsAt: instantAhead(2, '9:00'), notificationId: _id });
    await callAs('admin', `${editor}/${_id}/cancel`, { method: 'POST' });
  },
);

test(
  'the limit is a switch in the settings, off at first, and details say how many were left out',
  { tag: ['@CARE-02'] },
  async ({ page }) => {
    const settings = (await callAs('admin', '/api/v1/settings-editor')).body as Settings;
    expect(settings.sending).toMatchObject({ weeklyLimit: null });
    await speak(page, 'pl');
    await openAs(page, 'admin', `${urls.adminUrl}/settings`);
    const limit = page.getByRole('combobox', { name: 'Limit na klienta w ciągu 7 dni' });
    await expect(limit).toHaveValue('');
    await expectPresentable(page, 'settings-sending');
    // So high that no other test is touched by it.
    await limit.selectOption('21');
    const save = page.getByRole('button', { name: 'Zapisz', exact: true });
    await expect(save).toBeEnabled();
    await save.click();
    await expect(page.getByText(/Zapisano o/)).toBeVisible();
    const sent = await callAs('admin', '/api/v1/settings-editor');
    expect((sent.body as Settings).sending).toMatchObject({ weeklyLimit: 21 });
    await callAs('admin', '/api/v1/settings-editor', { method: 'POST', body: { sending: { weeklyLimit: null } } });

    const list = (await callAs('admin', `${editor}/list?text=${encodeURIComponent('Weekend z rabatem')}`)).body as {
      items: { _id: string }[];
    };
    const id = list.items[0]?._id ?? '';
    await page.route(`**${editor}/${id}`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), limited: { limit: 3, devices: 1_234 } } });
    });
    await page.goto(`${urls.adminUrl}/notification/${id}`);
    await expect(page.getByTestId('left-out')).toHaveText(/^Limit 3 w ciągu 7 dni: pominięto 1\s234 urządzenia\.$/);
    await expectPresentable(page, 'details-left-out');
  },
);
