import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import {
  endSession,
  expect,
  expectSignedOutWithout,
  expectNoSidewaysScroll,
  expectPresentable,
  clearBrowserData,
  openAs,
  sessionOf,
  signIn,
  speak,
  test,
  urls,
} from './product.ts';

test(
  'sign-in through the provider, registered once, then notifications',
  { tag: ['@AUTH-01', '@AUTH-03', '@AUTH-04', '@AUTH-05', '@AUTH-06', '@AUTH-07', '@AUTH-11', '@AUTH-16', '@AUTH-24'] },
  async ({ page }) => {
    const calls: { url: string; authorization: string | undefined; body: string | null }[] = [];
    page.on(
      'request',
      (request) =>
        request.url().startsWith(urls.adminUrl) &&
        !request.url().includes('/assets/') &&
        calls.push({ url: request.url(), authorization: request.headers()['authorization'], body: request.postData() }),
    );
    const userInfo = page.waitForRequest(`${urls.issuer}/me`);
    await page.goto(`${urls.adminUrl}/login`);
    await expect(page.locator('input')).toHaveCount(0);
    await signIn(page, 'admin');
    expect((await userInfo).headers()['authorization']).toMatch(/^Bearer /);
    await expect(page).toHaveURL(/\/notification$/);
    await expect(page.getByRole('button', { name: 'Account: Anna Wójcik' }).locator('img')).toHaveAttribute('src', /^data:image/);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Powiadomienia' })).toBeVisible();
    const registered = calls.filter((call) => call.url.endsWith('/session/register-login'));
    expect(registered).toHaveLength(1);
    expect(registered[0]?.body).toBeNull();
    for (const call of calls.filter(({ url }) => /\/(api|session)\//.test(url))) expect(call.authorization).toMatch(/^Bearer /);
  },
);

test(
  "the provider's sign-in uses the language of the page; the sandbox's sign-in shows what to try first",
  { tag: ['@GEN-13', '@NFR-04', '@ux-24'] },
  async ({ page, context }) => {
    for (const [language, title, begin] of [
      ['pl', 'Logowanie w piaskownicy', 'Na dobry początek'],
      ['en', 'Sandbox sign-in', 'To begin with'],
    ] as const) {
      await speak(page, language);
      await page.goto(`${urls.adminUrl}/login`);
      await page.getByRole('button', { name: /^(Log In|Zaloguj się)$/ }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByRole('heading', { level: 2 })).toHaveText(begin);
      if (language === 'pl') await expectPresentable(page, 'sandbox-sign-in');
      await page.setViewportSize({ width: 360, height: 900 });
      await expectNoSidewaysScroll(page);
      const opened = context.waitForEvent('page');
      await page.getByRole('link', { name: /telefon|phone/ }).click();
      await expect(await opened).toHaveURL(`${urls.phoneUrl}/`);
    }
  },
);

test(
  'signs in without user info and with a login that cannot be registered; rights come from the API',
  { tag: ['@E-30', '@AUTH-18'] },
  async ({ page, problems }) => {
    await page.route(`${urls.issuer}/me`, (route) => route.abort());
    await page.route('**/session/register-login', (route) => route.fulfill({ status: 500, json: {} }));
    await signIn(page, 'admin');
    await expect(page).toHaveURL(/\/notification$/);
    await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Stores', exact: true })).toBeVisible();
    // The browser reports the lost request.
    problems.length = 0;
  },
);

test('with a facts claim the page calls no user info', { tag: ['@E-30'] }, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => request.url().startsWith(`${urls.issuer}/me`) && asked.push(request.method()));
  // Sets `userInfo` to false in the page's configuration, as ENDCAP_OIDC_FACTS_CLAIM does. A route cannot fulfil the page instead:
  // the address of such a page is unknown, so it may not call the provider.
  await page.addInitScript(() => {
    const told = '"userInfo":true';
    new MutationObserver(() => {
      for (const script of document.querySelectorAll('script[type="application/json"]'))
        if (script.textContent.includes(told)) script.textContent = script.textContent.replace(told, '"userInfo":false');
    }).observe(document, { childList: true, subtree: true });
  });
  await signIn(page, 'admin');
  await expect(page.getByRole('link', { name: 'Stores', exact: true })).toBeVisible();
  expect(asked).toEqual([]);
});

test('sign-in returns to the requested page, and never to another origin', { tag: ['@A14'] }, async ({ page }) => {
  await page.goto(`${urls.adminUrl}/notification/new`);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.locator('button[value="staff-1"]').click();
  await expect(page).toHaveURL(/\/notification\/new$/);
  await clearBrowserData(page);
  await page.goto(`${urls.adminUrl}/login?returnTo=${encodeURIComponent('//evil.example')}`);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.locator('button[value="staff-1"]').click();
  await expect(page).toHaveURL(`${urls.adminUrl}/notification`);
});

test('the sign-in callback validates the return address again and ignores a manipulated one', { tag: ['@A15'] }, async ({ page }) => {
  await page.goto(`${urls.adminUrl}/notification/new`);
  await page.addInitScript(() => {
    if (location.pathname !== '/login/callback') return;
    for (const store of [localStorage, sessionStorage])
      for (const key of Object.keys(store)) {
        const kept = store.getItem(key) ?? '';
        if (kept.includes('/notification/new')) {
          store.setItem(key, kept.replace('/notification/new', '//evil.example/steal'));
          sessionStorage.setItem('tampered', 'yes');
        }
      }
  });
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.locator('button[value="staff-1"]').click();
  await expect(page).toHaveURL(`${urls.adminUrl}/notification`);
  expect(await page.evaluate(() => sessionStorage.getItem('tampered'))).toBe('yes');
});

test(
  'shows that a sign-in was cancelled or why it failed; a foreign state and a reused callback start no session',
  { tag: ['@AUTH-19', '@AUTH-22', '@A10', '@A11', '@A16', '@E-33'] },
  async ({ page }) => {
    await speak(page, 'en');
    const alert = page.getByRole('alert');
    await test.step('cancelled', async () => {
      await page.goto(`${urls.adminUrl}/login`);
      await page.getByRole('button', { name: 'Log In' }).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(alert).toHaveText('Sign-in was cancelled.');
      expect(await page.evaluate(() => localStorage.getItem('endcap.session'))).toBeNull();
      await page.goto(`${urls.adminUrl}/login/callback?error=${encodeURIComponent('<img src=x onerror=alert(1)>')}&state=x`);
      await expect(alert).toContainText('Sign-in failed. Please try again.');
    });
    await test.step('of a foreign state', async () => {
      await page.goto(`${urls.adminUrl}/login/callback?${new URLSearchParams({ code: 'stolen', state: 'foreign', iss: urls.issuer })}`);
      await expect(page).toHaveURL(/problem=failed/);
      await expect(alert).toContainText('Sign-in failed. Please try again.');
      const reason = alert.getByText('No matching state found in storage');
      await expect(reason).toBeHidden();
      await alert.getByText('Details for IT support').click();
      await expect(reason).toBeVisible();
      await expectPresentable(page, 'sign-in-failed');
    });
    await test.step('used twice', async () => {
      let callback = '';
      page.on('request', (request) => request.url().includes('/login/callback?code') && (callback = request.url()));
      await signIn(page, 'staff-1');
      await clearBrowserData(page);
      await page.goto(callback);
      await expect(page).toHaveURL(/problem=failed/);
    });
  },
);

test('an answer with another nonce begins no session', { tag: ['@AUTH-19', '@A12'] }, async ({ page }) => {
  await page.route(`${urls.issuer}/auth?**`, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/nonce=[^&]+/, 'nonce=forged'),
    }),
  );
  await page.goto(`${urls.adminUrl}/login`);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.locator('button[value="staff-1"]').click();
  await expect(page).toHaveURL(/problem=failed/);
});

test(
  "a sign-in that fails because of the computer's clock shows how many minutes it is ahead or behind",
  { tag: ['@E-33'] },
  async ({ page }) => {
    await speak(page, 'en');
    // The clock goes on, so that timers of the page do.
    const beOff = (minutes: number) =>
      page.addInitScript((offMs) => {
        const now = Date.now.bind(Date);
        Date.now = () => now() + offMs;
      }, minutes * 60_000);
    const clock = await beOff(90);
    await walk(page);
    await expect(page).toHaveURL(/problem=failed/);
    await expect(page.getByRole('alert')).toContainText('The clock of this computer is 90 minutes ahead.');
    expect(await page.evaluate(() => localStorage.getItem('endcap.session'))).toBeNull();
    await clock.dispose();
    await beOff(-1_500);
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('The clock of this computer is 1,500 minutes behind.');
  },
);

test('a token that is too large for the server is named at the sign-in', { tag: ['@E-35'] }, async ({ page, problems }) => {
  await speak(page, 'en');
  // As a provider that lists 300 groups in the access token.
  await page.route(`${urls.issuer}/token`, async (route) => {
    const response = await route.fetch();
    const tokens: { access_token?: string } = await response.json();
    const [header, payload, signature] = (tokens.access_token ?? '').split('.');
    const claims: object = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    const groups = Array.from({ length: 300 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
    const large = `${header}.${Buffer.from(JSON.stringify({ ...claims, groups })).toString('base64url')}.${signature}`;
    await route.fulfill({ response, json: { ...tokens, access_token: large } });
  });
  await page.route(`${urls.issuer}/me`, (route) => route.abort());
  await page.goto(`${urls.adminUrl}/login`);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.locator('button[value="staff-1"]').click();
  await expect(page).toHaveURL(/problem=tokenTooLarge/);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Your account belongs to so many groups');
  await alert.getByText('Details for IT support').click();
  await expect(alert.getByText(/has 1\d{4} characters.*status 431/)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('endcap.session'))).toBeNull();
  // The browser reports both refused requests.
  problems.length = 0;
});

/** Signs in as `staff-1` up to the provider's redirect, without checking the result. */
const walk = async (page: Page): Promise<void> => {
  await page.goto(`${urls.adminUrl}/login`);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.locator('button[value="staff-1"]').click();
};
const noSession = async (page: Page): Promise<void> => {
  await expect(page).toHaveURL(/problem=failed/);
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('endcap.session'))).toBeNull();
};

// provider-answers.test.ts has every claim and every form of an answer.
test(
  'refuses a callback of another issuer before exchanging the code (RFC 9207), and an ID token of another issuer or none',
  { tag: ['@D-11', '@A12', '@A13'] },
  async ({ page }) => {
    let change: object | null | undefined;
    let exchanged = 0;
    await page.route(`${urls.issuer}/token`, async (route) => {
      exchanged += 1;
      const response = await route.fetch();
      const tokens: { id_token?: string } = await response.json();
      const [header, payload, signature] = (tokens.id_token ?? '').split('.');
      const claims = { ...JSON.parse(Buffer.from(payload ?? '', 'base64url').toString() || '{}'), ...change };
      const changed = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
      const { id_token: _, ...others } = tokens;
      await route.fulfill({ response, json: change ? { ...tokens, id_token: changed } : others });
    });
    await test.step('the answer', async () => {
      const script = await page.addInitScript(() => {
        if (location.pathname === '/login/callback')
          history.replaceState(null, '', location.href.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example'));
      });
      await walk(page);
      await noSession(page);
      expect(exchanged).toBe(0);
      await script.dispose();
    });
    for (change of [{ iss: 'https://evil.example' }, null])
      await test.step(`the ID token: ${JSON.stringify(change)}`, async () => {
        await clearBrowserData(page);
        await walk(page);
        await noSession(page);
      });
    await test.step('with its own issuer', async () => {
      await clearBrowserData(page);
      change = { name: 'unchanged' };
      await signIn(page, 'staff-1');
      expect(exchanged).toBe(3);
    });
  },
);

test('a discovery document of another issuer stops the sign-in with an alert', { tag: ['@D-11', '@A13'] }, async ({ page }) => {
  await page.route('**/.well-known/openid-configuration', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), issuer: 'https://evil.example' } });
  });
  await page.goto(`${urls.adminUrl}/login`);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(`${urls.adminUrl}/login`);
});

test(
  'signing out ends the session here, at the provider, in other tabs and for the token',
  { tag: ['@AUTH-02', '@AUTH-17', '@AUTH-25', '@TOP-09', '@TOP-10', '@A-09', '@A19', '@A24'] },
  async ({ page, context }) => {
    await signIn(page, 'admin');
    const token = await page.evaluate<string>(() => JSON.parse(localStorage.getItem('endcap.session') ?? '{}').accessToken);
    const other = await context.newPage();
    await other.goto(`${urls.adminUrl}/notification`);
    await expect(other.getByRole('heading', { name: 'Powiadomienia' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log out', exact: true })).toBeVisible();
    // The logout request returns 401, as for a token that is already revoked. The page must not report an expired session.
    await page.route('**/logout', async (route) => {
      await route.fetch();
      await route.fulfill({ status: 401, json: { error: { code: 'unauthenticated', message: '' } } });
    });
    // An abandoned draft of another visit.
    await page.evaluate(() => localStorage.setItem('endcap.draft.store:admin:new#1', '{"form":{},"base":{},"savedAt":1}'));
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    // The redirect comes from the provider, so `/login` has no query as after an ended session.
    await page.waitForURL(`${urls.adminUrl}/login`);
    await expect(other).toHaveURL(/\/login/);
    await expect(other.getByText('Your session ended')).toHaveCount(0);
    await expectSignedOutWithout(page, /session|store|draft/);
    expect(
      (await fetch(`${urls.adminUrl}/api/v1/notification-editor/list`, { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(401);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Powiadomienia' })).toHaveCount(0);
    await page.goto(`${urls.adminUrl}/login`);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.locator('button[value="admin"]')).toBeVisible();
  },
);

test(
  'signing out warns that the provider is unreachable, and signs out there on request once it responds',
  { tag: ['@AUTH-17', '@A-09'] },
  async ({ page }) => {
    await speak(page, 'en');
    await signIn(page, 'admin');
    await page.reload();
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.route('**/.well-known/openid-configuration', (route) => route.abort());
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('the next person would enter this account without a password');
    await expectSignedOutWithout(page, /session|store/);
    await expectPresentable(page, 'sign-out-untold');
    const again = page.getByRole('button', { name: 'Sign out there too' });
    await again.click();
    await expect(alert).toContainText('The sign-in service does not answer');
    // The message stays visible during an attempt to sign in.
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('button', { name: 'Log In' })).toBeEnabled();
    await expect(again).toBeVisible();
    await page.unroute('**/.well-known/openid-configuration');
    await again.click();
    await page.waitForURL(`${urls.adminUrl}/login`);
    await expect(alert).toHaveCount(0);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.locator('button[value="admin"]')).toBeVisible();
  },
);

test(
  'an ended session is reported, and the next sign-in restores the screen and the form to the last letter',
  { tag: ['@D-53', '@AUTH-13'] },
  async ({ page }) => {
    await openAs(page, 'admin', `${urls.adminUrl}/store/new`);
    const name = page.getByRole('textbox', { name: 'Name' });
    const city = page.getByRole('textbox', { name: 'City' });
    await name.fill('Koszyk Przerwany');
    // Types while the page handles the end of the session, until the form is removed.
    const typed = await city.evaluate(async (field: HTMLInputElement) => {
      let text = 'Sop';
      const type = (): void => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      };
      type();
      localStorage.removeItem('endcap.session');
      dispatchEvent(new StorageEvent('storage', { key: 'endcap.session' }));
      for (let n = 0; field.isConnected && n < 10_000; n += 1) {
        text += 'o';
        type();
        await new Promise((resolve) => setTimeout(resolve));
      }
      return text;
    });
    await expect(page).toHaveURL(/\/login\?.*problem=ended/);
    await expect(page.getByRole('status').filter({ hasText: 'Your session ended.' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByText('Koszyk Przerwany')).toHaveCount(0);
    await page.getByRole('button', { name: 'Log In' }).click();
    const person = page.locator('button[value="admin"]');
    await expect(person.or(name)).toBeVisible();
    if (await person.isVisible()) await person.click();
    await expect(page).toHaveURL(`${urls.adminUrl}/store/new`);
    await expect(name).toHaveValue('Koszyk Przerwany');
    await expect(city).toHaveValue(typed);
    await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0);
  },
);

test('after a sign-in in another tab, this tab returns to its form with the draft', { tag: ['@D-53'] }, async ({ page, context }) => {
  await openAs(page, 'admin', `${urls.adminUrl}/store-group/new`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Grupa przerwana');
  await endSession(page);
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
  await openAs(await context.newPage(), 'admin');
  await page.getByRole('link', { name: 'Go back to where you were' }).click();
  await expect(page).toHaveURL(`${urls.adminUrl}/store-group/new`);
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Grupa przerwana');
});

test(
  'reports no draft as kept while the storage is full; signing in evicts the oldest abandoned drafts',
  { tag: ['@ux-9'] },
  async ({ page }) => {
    await openAs(page, 'admin', `${urls.adminUrl}/store-group/new`);
    const name = page.getByRole('textbox', { name: 'Name' });
    const kept = page.getByText(/^Draft kept at/);
    await name.fill('Grupa');
    await expect(kept).toBeVisible();
    // Fill the storage to its limit, as years of long drafts could.
    await page
      .evaluate(() => {
        let savedAt = 0;
        for (let size = 400_000; size >= 1; size = Math.floor(size / 10))
          for (let isFull = false; !isFull;) {
            savedAt += 1;
            const copy = JSON.stringify({ form: { text: 'x'.repeat(size) }, base: {}, tag: null, savedAt });
            try {
              localStorage.setItem(`endcap.draft.someone/content/${savedAt}`, copy);
            } catch {
              isFull = true;
            }
          }
        // Also fills the space that the session needs.
        localStorage.setItem('endcap.draft.someone/content/last', localStorage.getItem('endcap.session') ?? '');
      })
      .catch(() => {});
    await name.fill(`Grupa ${'w pełnym '.repeat(15)}schowku`);
    await expect(kept).toHaveCount(0);
    await endSession(page);
    await page
      .evaluate(() => {
        for (let n = 0; n < 10_000; n += 1) localStorage.setItem(`endcap.draft.someone/content/more${n}`, '{"savedAt":1}');
      })
      .catch(() => {});
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.locator('button[value="admin"]').click();
    await expect(page).toHaveURL(`${urls.adminUrl}/store-group/new`);
    const left = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('endcap.draft.someone/')));
    expect(left).not.toContain('endcap.draft.someone/content/1');
    expect(left.length).toBeGreaterThan(5);
    await name.fill(`Grupa ${'w pełnym '.repeat(15)}schowku`);
    await expect(kept).toBeVisible();
  },
);

/** Simulates a return from the back/forward cache after another session was stored. */
const comeBack = (page: Page, session: string): Promise<void> =>
  page.evaluate((kept) => {
    localStorage.setItem('endcap.session', kept);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  }, session);
const keptToken = (page: Page) =>
  page.evaluate<string | undefined>(() => JSON.parse(localStorage.getItem('endcap.session') ?? '{}').accessToken);
const tokenIn = (session: string): string => JSON.parse(session).accessToken;

test(
  'after another person has signed in, the page shows only their account and drops unsaved edits without asking',
  { tag: ['@AUTH-25', '@A24'] },
  async ({ page }) => {
    const asked: string[] = [];
    page.on('dialog', (question) => {
      asked.push(question.type());
      void question.accept();
    });
    const others = await sessionOf('staff-2');
    await openAs(page, 'admin', `${urls.adminUrl}/store/new`);
    await expect(page.getByRole('button', { name: 'Account: Anna Wójcik' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Koszyk Sprzed Zmiany');
    await comeBack(page, others);
    await expect(page.getByRole('button', { name: 'Account: Łucja Dąbrowska' })).toBeVisible();
    await expect(page).toHaveURL(`${urls.adminUrl}/notification`);
    await expect(page.getByRole('link', { name: 'Stores', exact: true })).toHaveCount(0);
    expect(asked).toEqual([]);
    expect(await keptToken(page)).toBe(tokenIn(others));
  },
);

test(
  'the sign-in that completes last applies to all tabs, and one overtaken during its registration gives way',
  { tag: ['@AUTH-25', '@A24'] },
  async ({ page, context }) => {
    const mine = page.getByRole('button', { name: 'Account: Łucja Dąbrowska' });
    await page.goto(`${urls.adminUrl}/login`);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.locator('button[value="staff-2"]')).toBeVisible();
    const other = await context.newPage();
    await openAs(other, 'admin', `${urls.adminUrl}/store`);
    await expect(other.getByRole('button', { name: 'Account: Anna Wójcik' })).toBeVisible();
    await page.locator('button[value="staff-2"]').click();
    for (const tab of [page, other]) {
      await expect(tab.getByRole('button', { name: 'Account: Łucja Dąbrowska' })).toBeVisible();
      await expect(tab).toHaveURL(`${urls.adminUrl}/notification`);
      await expect(tab.getByRole('link', { name: 'Stores', exact: true })).toHaveCount(0);
    }
    await other.close();

    // Overtaken while the login is registered.
    await page.evaluate(() => localStorage.removeItem('endcap.session'));
    await page.context().clearCookies();
    await page.goto(`${urls.adminUrl}/login`);
    let note = (): void => {};
    const held = new Promise<void>((resolve) => (note = resolve));
    await page.route('**/session/register-login', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Log In' }).click();
    const noted = page.waitForRequest('**/session/register-login');
    await page.locator('button[value="staff-2"]').click();
    await noted;
    const overtaking = await context.newPage();
    await openAs(overtaking, 'admin');
    note();
    await expect(page.getByRole('button', { name: 'Account: Anna Wójcik' })).toBeVisible();
    await expect(page).not.toHaveURL(/login/);
    await expect(mine).toHaveCount(0);
  },
);

test(
  'a 403, and a 401 of a proxy on the way, keep the session, and the list can be loaded again; a 401 of the API ends it',
  { tag: ['@AUTH-14', '@ROLE-19', '@E-11'] },
  async ({ page }) => {
    await openAs(page, 'no-store');
    await expect(page.getByText('Do Twojego konta nie przypisano sklepu')).toBeVisible();
    // No button leads to a form that cannot send.
    await expect(page.getByRole('link', { name: 'Nowe powiadomienie' })).toHaveCount(0);
    await expect(page).toHaveURL(/\/notification/);
    const list = '**/notification-editor/list**';
    await page.route(list, (route) =>
      route.fulfill({ status: 401, contentType: 'text/html', body: '<h1>401 Authorization Required</h1>' }),
    );
    await openAs(page, 'staff-1');
    const again = page.getByRole('alert').getByRole('button', { name: 'Spróbuj ponownie' });
    await expect(again).toBeVisible();
    await expect(page).toHaveURL(/\/notification/);
    await page.unroute(list);
    await again.click();
    await expect(again).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Powiadomienia' })).toBeVisible();
    await page.route(list, (route) => route.fulfill({ status: 401, json: { error: { code: 'unauthenticated', message: '' } } }));
    await page.reload();
    await expect(page).toHaveURL(/\/login/);
  },
);

test('a person who lost rights sees a notice and only the menu and screens that are left', { tag: ['@D-19', '@Z20'] }, async ({ page }) => {
  const become = (facts: object) => fetch(`${urls.issuer}/sandbox/people/former-admin`, { method: 'POST', body: JSON.stringify(facts) });
  await become({ name: 'Ewa Dawna', isAdmin: true });
  await openAs(page, 'former-admin', `${urls.adminUrl}/store-group/new`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Grupa');
  await expect(page.getByRole('link', { name: 'Store groups' }).first()).toBeVisible();
  await become({ isAdmin: false });
  // The response of the server once it has refreshed the person's rights.
  await page.route('**/api/v1/store-group', (route) =>
    route.fulfill({ status: 403, json: { error: { code: 'forbidden', message: 'Administrators only' } } }),
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/notification$/);
  await expect(page.getByRole('status').filter({ hasText: /Zmieniono Twoje uprawnienia|Your permissions have changed/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Store groups|Grupy sklepów/ })).toHaveCount(0);
  await page.goto(`${urls.adminUrl}/store-group`);
  await expect(page).toHaveURL(/\/notification$/);
});

test(
  'scripts of others do not run, nothing is sent elsewhere, no frame may hold the page',
  { tag: ['@A25', '@A27'] },
  async ({ page, problems }) => {
    const { headers } = await fetch(`${urls.adminUrl}/login`);
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
    await page.goto(`${urls.adminUrl}/login`);
    const result = await page.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'window.__pwned = true';
      document.body.append(script);
      const sent = await fetch('https://evil.example/', { mode: 'no-cors' }).then(
        () => true,
        () => false,
      );
      return { pwned: '__pwned' in window, sent };
    });
    expect(result).toEqual({ pwned: false, sent: false });
    // The refusals themselves are written to the console.
    expect(problems.every((problem) => /Content Security Policy/.test(problem))).toBe(true);
    problems.length = 0;
  },
);

test(
  'the sign-in page shows a phone with a notification, and hides it in a narrow window',
  { tag: ['@AUTH-03', '@ux-4'] },
  async ({ page }) => {
    await speak(page, 'pl');
    await page.goto(`${urls.adminUrl}/login`);
    const push = page.getByText('Świeże truskawki −30 %');
    await expect(push).toBeVisible();
    await expectPresentable(page, 'login');
    await page.setViewportSize({ width: 400, height: 800 });
    await expect(push).toBeHidden();
    await expect(page.getByRole('button', { name: 'Zaloguj się' })).toBeVisible();
  },
);
