import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { AUDIENCE, CLIENT_ID, FACTS_CLAIM, type Lacking, startLimitedProvider } from './limited-provider.ts';
import { startBackOffice } from './own-back-office.ts';
import { expect, expectSignedOutWithout, speak, test, urls } from './product.ts';

// Each test starts a back-office with addresses of its own.
test.use({ ownContext: true });

const opened: { stop: () => Promise<void> | void }[] = [];
test.beforeEach(async ({ page }) => speak(page, 'en'));
test.afterEach(async ({ page }) => {
  // Leaves the page, so that it has no pending requests when its server stops.
  await page.goto(`${urls.adminUrl}/healthz`);
  for (const one of opened.splice(0).toReversed()) await one.stop();
});

type Options = { lacking?: Lacking; readsUserInfo?: true };

/** Starts a back-office and its identity provider. */
const open = async ({ lacking = {}, readsUserInfo }: Options) => {
  let issuer = '';
  const { adminUrl, stop } = await startBackOffice(async (address) => {
    const provider = await startLimitedProvider(address, lacking);
    opened.push(provider);
    issuer = provider.issuer;
    return {
      ENDCAP_OIDC_ISSUER: issuer,
      ENDCAP_OIDC_CLIENT_ID: CLIENT_ID,
      ENDCAP_OIDC_AUDIENCE: AUDIENCE,
      ...(!readsUserInfo && { ENDCAP_OIDC_FACTS_CLAIM: FACTS_CLAIM }),
    };
  });
  opened.push({ stop });
  const discovery: Record<string, string> = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  return { adminUrl, issuer, discovery };
};

const logIn = (page: Page) => page.getByRole('button', { name: 'Log In' });
const person = (page: Page) => page.getByRole('button', { name: 'Continue as Anna' });
const account = (page: Page) => page.getByRole('button', { name: 'Account: Anna Wójcik' });

const signInAt = async (page: Page, adminUrl: string): Promise<void> => {
  await page.goto(`${adminUrl}/login`);
  await logIn(page).click();
  await person(page).click();
};
type StoredSession = { accessToken: string; idToken: string; expiresAt: number; person: { id: string } };
const sessionIn = (page: Page): Promise<StoredSession> => page.evaluate(() => JSON.parse(localStorage.getItem('endcap.session') ?? '{}'));
const partOf = (token: string, part: 0 | 1): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString());

test(
  'signs in, renews the token and signs out with ES256, an issuer with a path, endpoints elsewhere, facts under a URL, user info that refuses, and nonce',
  { tag: ['@E-30', '@E-31', '@E-32', '@E-35'] },
  async ({ page }) => {
    const { adminUrl, issuer, discovery } = await open({ lacking: { expiresIn: true } });
    const answered = page.waitForResponse((response) => response.url() === discovery['token_endpoint'] && response.status() === 200);
    await signInAt(page, adminUrl);
    await expect(account(page)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Stores', exact: true })).toBeVisible();

    // The provider lacks what it is meant to lack.
    expect(await (await answered).json()).not.toHaveProperty('expires_in');
    const { accessToken, idToken, person: signedIn } = await sessionIn(page);
    expect([accessToken, idToken].map((token) => partOf(token, 0)['alg'])).toEqual(['ES256', 'ES256']);
    expect(new URL(issuer).pathname).toBe('/tenants/koszyk');
    expect(new URL(discovery['token_endpoint'] ?? '').origin).not.toBe(new URL(issuer).origin);
    expect(partOf(accessToken, 1)).toMatchObject({ nonce: expect.any(String), [FACTS_CLAIM]: { endcapAdmin: true } });
    const refusal = await fetch(discovery['userinfo_endpoint'] ?? '', { headers: { authorization: `Bearer ${accessToken}` } });
    expect(refusal.status).toBe(401);
    // The person's id comes from the API, not from the ID token.
    expect(partOf(idToken, 1)['sub']).not.toBe('admin');
    expect(signedIn.id).toBe('admin');

    await page.reload();
    await expect(account(page)).toBeVisible();

    // After the token expires, sign-in returns to the same screen with a new token and without a prompt of the provider.
    await page.goto(`${adminUrl}/store-group`);
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('endcap.session') ?? '{}');
      localStorage.setItem('endcap.session', JSON.stringify({ ...kept, expiresAt: 0 }));
    });
    await page.reload();
    await expect(page.getByText('Your session ended.')).toBeVisible();
    await logIn(page).click();
    await expect(page).toHaveURL(`${adminUrl}/store-group`);
    await expect(account(page)).toBeVisible();
    expect((await sessionIn(page)).accessToken).not.toBe(accessToken);

    await account(page).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${adminUrl}/login`);
    await expectSignedOutWithout(page, /session|store/);
    await logIn(page).click();
    await expect(person(page)).toBeVisible();
  },
);

test(
  'signs in at a provider without user info and end_session_endpoint; signing out reports the missing endpoint',
  { tag: ['@E-30', '@AUTH-17'] },
  async ({ page }) => {
    const { adminUrl, discovery } = await open({ lacking: { userInfo: true, signOut: true } });
    expect(discovery).not.toHaveProperty('userinfo_endpoint');
    expect(discovery).not.toHaveProperty('end_session_endpoint');
    await signInAt(page, adminUrl);
    await account(page).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('the sign-in service has no sign-out');
    await expectSignedOutWithout(page, /session|store/);
    await alert.getByText('Details for IT support').click();
    await expect(alert.getByText(/names no end_session_endpoint\. Turn its sign-out on/)).toBeVisible();
    await expectAccessible(page);
    // A retry would change nothing.
    await expect(page.getByRole('button', { name: 'Sign out there too' })).toHaveCount(0);
  },
);

test(
  'a failed sign-in names ENDCAP_OIDC_FACTS_CLAIM when user info refuses the access token',
  { tag: ['@E-30', '@E-33'] },
  async ({ page }) => {
    const { adminUrl } = await open({ readsUserInfo: true });
    await signInAt(page, adminUrl);
    await expect(page).toHaveURL(/problem=failed/);
    const alert = page.getByRole('alert');
    await alert.getByText('Details for IT support').click();
    await expect(alert.getByText(/status 401 \(User info .* refuses the access token.*ENDCAP_OIDC_FACTS_CLAIM/)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('endcap.session'))).toBeNull();
  },
);
