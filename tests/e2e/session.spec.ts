import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page, Route } from '@playwright/test'
import * as v from 'valibot'
import { type Person, signIn, signUp } from '#tests/fixtures/api-client.ts'
import { type Fault, type Gateway, type GatewayCall, openGateway } from '#tests/fixtures/gateway.ts'
import { listServerFunctions } from '#tests/fixtures/server-functions.ts'
import { type ServerProcess, startServer } from '#tests/fixtures/server.ts'
import { expect, goOffline, openHydrated, test as base, untilHydrated } from './fixtures.ts'
import { seen } from './seen.ts'
import { startSession, tokensOf } from './signed-in.ts'

const session = '/v1/auth/session'
const refresh = '/v1/auth/refresh'
const page1 = '/profile/settings'
const minute = 60_000

type Stage = { api: ServerProcess; gateway: Gateway; web: ServerProcess }

/** The built pages in front of an API whose calls are recorded and can be made to fail. */
const test = base.extend<{ ann: Person; signedIn: BrowserContext }, { stage: Stage }>({
  stage: [
    async ({ browserName: _browser }, use) => {
      await using api = await startServer({ built: true, env: { ROLES: 'api,worker', TRUST_PROXY: 'true' } })
      await using gateway = await openGateway(api.url)
      await using web = await startServer({ built: true, env: { ROLES: 'web', API_BASE_URL: gateway.url, DATA_DIR: '/nowhere' } })
      await use({ api, gateway, web })
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ stage }, use) => use(stage.web.url),
  ann: async ({ stage }, use) => use(await signUp(stage.api.url)),
  signedIn: async ({ stage, context, ann }, use) => {
    await enter(context, stage, ann)
    stage.gateway.forget()
    await use(context)
    stage.gateway.fault = () => null
  },
})

const enter = (context: BrowserContext, { api, web }: Stage, person: Person) =>
  startSession(context, person, { site: web.url, api: api.url })

/** Reports to the page that its window has become visible again. */
const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

/** Removes the browser's messages about failures that the test causes. */
const isExpected = (problems: string[]) => void problems.splice(0)

const notice = (page: Page) => page.getByRole('status')
const failSession =
  (fault: Fault) =>
  ({ path }: GatewayCall) =>
    path === session ? fault : null

/** Opens a page and waits until it keeps the session; the clock must not jump before that. */
async function openKept(page: Page, path: string) {
  await page.addInitScript(() => {
    const post = BroadcastChannel.prototype.postMessage
    BroadcastChannel.prototype.postMessage = function (message) {
      if (this.name === 'session') document.documentElement.dataset.kept = ''
      return post.call(this, message)
    }
  })
  await openHydrated(page, path)
  await page.locator('html[data-kept]').waitFor({ state: 'attached' })
}

test.describe('a refresh', () => {
  test('a refresh happens a minute before expiry, and not earlier', { tag: '@full' }, async ({ signedIn, page, stage: { gateway } }) => {
    await signedIn.clock.install()
    await openKept(page, page1)
    await signedIn.clock.fastForward(13 * minute)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(gateway.count(refresh)).toBe(0)
    await signedIn.clock.fastForward(minute + 2_000)
    await expect.poll(() => gateway.count(refresh)).toBe(1)
    await expect(page.getByRole('button', { name: 'Account', exact: true })).not.toHaveAttribute('aria-busy')
    await signedIn.clock.fastForward(14 * minute)
    await expect.poll(() => gateway.count(refresh)).toBe(2)
    await expect(page).toHaveURL(page1)
  })

  test(
    'a refresh happens at once when the machine has slept past the expiry',
    { tag: '@full' },
    async ({ signedIn, page, stage: { gateway } }) => {
      await signedIn.clock.install()
      await openKept(page, page1)
      await signedIn.clock.fastForward(9 * 60 * minute)
      await expect.poll(() => gateway.count(refresh)).toBe(1)
      await expect(page).toHaveURL(page1)
    },
  )

  test(
    'a refresh happens when the window becomes visible again, at most once a minute',
    { tag: '@full' },
    async ({ signedIn, page, stage: { gateway } }) => {
      await signedIn.clock.install()
      await openKept(page, page1)
      await signedIn.clock.fastForward(50_000)
      await lookAgain(page)
      await signedIn.clock.fastForward(11_000)
      expect(gateway.count(refresh)).toBe(0)
      await lookAgain(page)
      await expect.poll(() => gateway.count(refresh)).toBe(1)
      await lookAgain(page)
      await signedIn.clock.fastForward(30_000)
      await lookAgain(page)
      expect(gateway.count(refresh)).toBe(1)
    },
  )

  test(
    'no refresh happens when the window becomes visible and nobody is signed in',
    { tag: '@full' },
    async ({ context, page, stage: { gateway } }) => {
      gateway.forget()
      await context.clock.install()
      await openHydrated(page, '/signin')
      await context.clock.fastForward(5 * minute)
      await lookAgain(page)
      await page.goto('/legal')
      // A call with an access token is a late one of the previous test's person.
      const ofGuest = gateway.calls.filter(({ path, authorization }) => [refresh, session].includes(path) && !authorization)
      expect(ofGuest).toEqual([])
    },
  )

  test('one refresh serves all tabs of a browser', { tag: '@full' }, async ({ signedIn, stage: { gateway } }) => {
    await signedIn.clock.install()
    const tabs = [await signedIn.newPage(), await signedIn.newPage(), await signedIn.newPage()] as const
    for (const tab of tabs) await openKept(tab, page1)
    gateway.forget()
    const renewal = listServerFunctions().find(({ name }) => name === 'refreshSession')
    let renewals = 0
    signedIn.on('request', (request) => {
      if (request.url().endsWith(`/_serverFn/${renewal?.id}`)) renewals += 1
    })
    const slow = Promise.withResolvers<void>()
    gateway.fault = async ({ path }) => {
      if (path === refresh) await slow.promise
      return null
    }
    await signedIn.clock.fastForward(14 * minute + 2_000)
    const queue = async () => {
      const { held = [], pending = [] } = await tabs[0].evaluate(() => navigator.locks.query())
      return [held, pending].map((locks) => locks.filter(({ name }) => name === 'session-refresh').length)
    }
    await expect.poll(queue).toEqual([1, 2])
    slow.resolve()
    await expect.poll(queue).toEqual([0, 0])
    expect([renewals, gateway.count(refresh)]).toEqual([1, 1])
    for (const tab of tabs) await expect(tab).toHaveURL(page1)
  })

  test(
    'a refresh works where the browser has neither Web Locks nor BroadcastChannel nor storage',
    { tag: '@full' },
    async ({ signedIn, page, stage: { gateway } }) => {
      await signedIn.addInitScript(() => {
        Reflect.deleteProperty(Navigator.prototype, 'locks')
        Reflect.deleteProperty(window, 'BroadcastChannel')
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new Error('blocked')
          },
        })
      })
      await signedIn.clock.install()
      await openHydrated(page, '/password/change')
      await signedIn.clock.fastForward(14 * minute + 2_000)
      await expect.poll(() => gateway.count(refresh)).toBe(1)
      await expect(page).toHaveURL('/password/change')
    },
  )

  test(
    'a slow refresh redirects nobody to the sign-in page: guards read the settled status only',
    { tag: '@full' },
    async ({ signedIn, page, stage: { gateway } }) => {
      const slow = Promise.withResolvers<void>()
      await signedIn.clock.install()
      await openKept(page, page1)
      gateway.fault = async ({ path }) => {
        if (path === refresh) await slow.promise
        return null
      }
      await signedIn.clock.fastForward(14 * minute + 2_000)
      await expect.poll(() => gateway.count(refresh)).toBe(1)
      await expect(page.getByRole('button', { name: 'Account', exact: true })).toHaveAttribute('aria-busy', 'true')
      await page.getByRole('link', { name: 'Statistics' }).first().click()
      await expect(page).toHaveURL('/profile/statistics')
      slow.resolve()
      await expect(page.getByRole('button', { name: 'Account', exact: true })).not.toHaveAttribute('aria-busy')
      await expect(page).toHaveURL('/profile/statistics')
    },
  )

  test(
    'a refresh with a token that was used twice leads to the sign-in page, which says so',
    { tag: '@full' },
    async ({ signedIn, page, stage: { gateway } }) => {
      await signedIn.clock.install()
      await openKept(page, page1)
      const other = await signedIn.newPage()
      await openHydrated(other, '/profile/statistics')
      const body = { detail: 'Used twice.', code: 'refresh_token_reused' }
      gateway.fault = ({ path }) => (path === refresh ? { status: 401, body } : null)
      await signedIn.clock.fastForward(14 * minute + 2_000)
      await expect(page).toHaveURL('/signin?redirect=%2Fprofile%2Fsettings&ended=reused')
      await expect(page.getByRole('main')).toContainText(/twice|two places/i)
      await expect(other).toHaveURL('/signin?redirect=%2Fprofile%2Fstatistics&ended=reused')
      expect(await tokensOf(signedIn)).toEqual([])
    },
  )
})

test.describe('a session that cannot be reached', () => {
  test(
    'a session that cannot be reached keeps the cookies and the page, shows a notice and is retried',
    { tag: '@full' },
    async ({ signedIn, page, stage: { gateway } }) => {
      await signedIn.clock.install()
      await openKept(page, page1)
      const before = await tokensOf(signedIn)
      gateway.fault = ({ path }) => (path === refresh ? 'drop' : null)
      await signedIn.clock.fastForward(14 * minute + 2_000)
      await expect(notice(page).filter({ hasText: 'You’re still signed in' })).toBeVisible()
      await expect(page).toHaveURL(page1)
      expect(await tokensOf(signedIn)).toEqual(before)
      gateway.fault = () => null
      await signedIn.clock.fastForward(2_500)
      await expect(notice(page).filter({ hasText: 'You’re still signed in' })).toBeHidden()
      await expect.poll(() => tokensOf(signedIn)).not.toEqual(before)
    },
  )

  test(
    'a session that cannot be reached is retried at once on request',
    { tag: '@full' },
    async ({ signedIn, page, stage: { gateway } }) => {
      await signedIn.clock.install()
      await openKept(page, page1)
      gateway.fault = ({ path }) => (path === refresh ? { status: 503 } : null)
      await signedIn.clock.fastForward(14 * minute + 2_000)
      const retry = notice(page).getByRole('button', { name: 'Try again' })
      await seen(retry)
      // The page waits longer after each attempt.
      for (const tries of [2, 3]) {
        await signedIn.clock.fastForward(12_000)
        await expect.poll(() => gateway.count(refresh)).toBeGreaterThanOrEqual(tries)
        await seen(retry)
      }
      // The paused clock prevents an attempt before the click. Until the command arrives the clock runs, possibly past that time.
      await expect(async () => signedIn.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000))).toPass()
      await seen(retry)
      gateway.fault = () => null
      await retry.click()
      await signedIn.clock.resume()
      await expect(retry).toBeHidden()
    },
  )

  test(
    'a session that cannot be reached shows an error page with a retry on a page that needs it, and the page when it is back',
    { tag: '@full' },
    async ({ signedIn, page, problems, stage: { gateway } }) => {
      gateway.fault = failSession({ status: 503, body: { detail: 'Being repaired.', code: 'model_unavailable' } })
      const response = await page.goto(page1)
      expect(response?.status()).toBe(503)
      await expect(page).toHaveTitle('Service Unavailable')
      await expect(page.getByRole('main')).toContainText('Being repaired.')
      expect(await tokensOf(signedIn)).toHaveLength(2)
      gateway.fault = () => null
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page).toHaveTitle(/Settings/)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      isExpected(problems)
    },
  )

  test(
    'the error page is replaced by the page when the session is back',
    { tag: '@full' },
    async ({ signedIn, page, problems, stage: { gateway } }) => {
      await signedIn.clock.install()
      gateway.fault = failSession('drop')
      await openHydrated(page, page1)
      await expect(page.getByRole('main')).toContainText('InternalError')
      gateway.fault = () => null
      await signedIn.clock.fastForward(3_000)
      await expect(page).toHaveTitle(/Settings/)
      isExpected(problems)
    },
  )

  test(
    'a public page shows that the user stays signed in while the session cannot be reached',
    { tag: '@full' },
    async ({ signedIn: _signedIn, page, stage: { gateway } }) => {
      gateway.fault = failSession({ status: 500 })
      await page.goto('/legal')
      await expect(notice(page).filter({ hasText: 'You’re still signed in' })).toBeVisible()
      gateway.fault = () => null
      await expect(notice(page).filter({ hasText: 'You’re still signed in' })).toBeHidden()
      await seen(page.getByRole('button', { name: 'Account', exact: true }))
    },
  )

  test('a session is read again when the browser is back online', { tag: '@full' }, async ({ signedIn, page, problems }) => {
    await signedIn.clock.install()
    await openKept(page, page1)
    await goOffline(page)
    await signedIn.clock.fastForward(14 * minute + 2_000)
    await expect(notice(page).filter({ hasText: 'You’re still signed in' })).toBeVisible()
    await signedIn.setOffline(false)
    await expect(notice(page).filter({ hasText: 'You’re still signed in' })).toBeHidden()
    await expect(page).toHaveURL(page1)
    isExpected(problems)
  })
})

test.describe('sign-out', () => {
  const signOut = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Sign out' })

  test('a sign-out clears, revokes and redirects, in all tabs', { tag: '@full' }, async ({ signedIn, page, stage: { gateway } }) => {
    const other = await signedIn.newPage()
    await openHydrated(other, '/profile/statistics')
    await openHydrated(page, page1)
    await signOut(page).click()
    await expect(page).toHaveURL('/')
    await expect(other).toHaveURL(/\/signin/)
    expect(gateway.count('/v1/auth/sign-out')).toBe(1)
    expect(await tokensOf(signedIn)).toEqual([])
  })

  test('a sign-out redirects even when the call fails', { tag: '@full' }, async ({ signedIn: _signedIn, page, stage: { gateway } }) => {
    await openHydrated(page, page1)
    gateway.fault = ({ path }) => (path === '/v1/auth/sign-out' ? 'drop' : null)
    await signOut(page).click()
    await expect(page).toHaveURL('/')
    await expect(page.locator('html[data-plain]')).toBeAttached()
    await page.goto(page1)
    await expect(page).toHaveURL(/\/signin/)
  })

  test(
    'a sign-out from another device asks for a sign-in in place at the next call, which is then sent',
    { tag: '@full' },
    async ({ signedIn, page, ann, stage }) => {
      const tokens = await enter(signedIn, stage, ann)
      await openHydrated(page, page1)
      await fetch(`${stage.api.url}/api/v1/auth/sign-out`, { method: 'POST', headers: { authorization: `Bearer ${tokens.token}` } })
      // The event is dispatched, because a call of the page may come first, and its dialog would cover the link.
      await page.locator('a[href="/profile/statistics"]').first().dispatchEvent('click')
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
      await dialog.getByLabel('Password', { exact: true }).fill(ann.password)
      await dialog.getByRole('button', { name: 'Sign in and continue' }).click()
      await expect(page).toHaveURL('/profile/statistics')
      await expect(page.getByRole('heading', { name: 'Statistics' })).toBeVisible()
    },
  )
})

test.describe('access_token on any page', () => {
  const waiting = new Map<string, Person>()
  const handoverSchema = v.object({ access_token: v.string() })

  /** Makes the gateway respond with a new session of this person when the returned token is handed over. */
  async function handover({ api, gateway }: Stage, person: Person): Promise<string> {
    const token = `handover-${randomUUID()}`
    waiting.set(token, person)
    gateway.fault = async ({ path, body }) => {
      const owner = path === '/v1/auth/handover' ? waiting.get(v.parse(handoverSchema, JSON.parse(body)).access_token) : undefined
      if (!owner) return null
      waiting.clear()
      const { tokens } = await signIn(api.url, owner)
      const user: unknown = await (await fetch(`${api.url}/api${session}`, { headers: { authorization: `Bearer ${tokens.token}` } })).json()
      return { status: 200, body: { user, token: tokens.token, refresh_token: tokens.refreshToken, expires_in: 900 } }
    }
    return token
  }

  test(
    '?access_token= signs in on any page, is removed from the URL with the rest of it kept, and leaves in no referrer',
    { tag: '@full' },
    async ({ page, ann, stage }) => {
      const token = await handover(stage, ann)
      const referrers: string[] = []
      page.on('request', (request) => referrers.push(request.headers().referer ?? ''))
      await page.goto(`/legal/terms?a=1&access_token=${token}#content`)
      await expect(page).toHaveURL('/legal/terms?a=1#content')
      await seen(page.getByRole('button', { name: 'Account', exact: true }))
      expect(referrers.join(' ')).not.toContain(token)
      expect(await page.content()).not.toContain(token)
      await page.goBack()
      expect(page.url()).not.toContain(token)
    },
  )

  test(
    '?access_token= that is forged, repeated or oversize is ignored with a message, shown and announced once',
    { tag: '@full' },
    async ({ page }) => {
      for (const query of [
        'access_token=forged',
        'access_token=a&access_token=b',
        `access_token=${'x'.repeat(2100)}`,
        'access_token[]=a',
      ]) {
        await page.goto(`/legal?${query}`)
        await expect(page).toHaveURL('/legal')
        await expect(notice(page).filter({ hasText: 'This sign-in link was already used or has expired.' })).toBeVisible()
        await page.reload()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(notice(page).filter({ hasText: 'This sign-in link' })).toBeHidden()
      }
      await page.goto('/legal?access_token=forged')
      await notice(page).getByRole('button', { name: 'Close' }).click()
      await expect(notice(page).filter({ hasText: 'This sign-in link' })).toBeHidden()
    },
  )

  test(
    '?access_token= of another account asks first, and staying changes nothing',
    { tag: '@full' },
    async ({ signedIn, page, ann, stage }) => {
      const bob = await signUp(stage.api.url)
      const before = await tokensOf(signedIn)
      await page.goto(`/profile/statistics?range=30&access_token=${await handover(stage, bob)}`)
      await expect(page).toHaveURL('/switch?redirect=%2Fprofile%2Fstatistics%3Frange%3D30')
      await expect(page.getByRole('main')).toContainText(ann.email)
      await expect(page.getByRole('main')).toContainText(bob.email)
      await page.getByRole('button', { name: 'Stay in my account' }).click()
      await expect(page).toHaveURL('/profile/statistics?range=30')
      expect(await tokensOf(signedIn)).toEqual(before)
    },
  )

  test('?access_token= of another account switches all tabs to it on request', { tag: '@full' }, async ({ signedIn, page, stage }) => {
    const bob = await signUp(stage.api.url)
    const other = await signedIn.newPage()
    await openHydrated(other, page1)
    await page.goto(`/profile/statistics?access_token=${await handover(stage, bob)}`)
    await page.getByRole('button', { name: 'Switch accounts' }).click()
    await expect(page).toHaveURL('/profile/statistics')
    await page.goto(page1)
    await expect(page.getByRole('main')).toContainText(bob.email)
    await expect(other.getByRole('main')).toContainText(bob.email)
  })
})

test.describe('the list of models', () => {
  for (const start of ['/dashboard', '/legal/terms', '/profile/settings'])
    test(
      `the list of models is read once per session that starts at ${start}`,
      { tag: '@full' },
      async ({ signedIn, page, stage: { gateway } }) => {
        await signedIn.clock.install()
        await openHydrated(page, start)
        await signedIn.clock.fastForward(5_000)
        await expect.poll(() => gateway.count('/v1/models')).toBe(1)
        for (const next of ['Image', 'Text', 'Dashboard']) {
          await page.getByRole('banner').getByRole('link', { name: next, exact: true }).first().click()
          await expect(page).toHaveURL(next === 'Dashboard' ? '/dashboard' : `/dashboard/${next.toLowerCase()}`)
          await expect(page.getByRole('textbox').first()).toBeVisible()
          await signedIn.clock.fastForward(5_000)
        }
        expect(gateway.count('/v1/models')).toBe(1)
      },
    )

  test(
    'the list of models is not read for a guest on a document, and is kept when a guest signs in',
    { tag: '@full' },
    async ({ context, page, ann, stage: { gateway } }) => {
      gateway.forget()
      await context.clock.install()
      await openHydrated(page, '/legal/terms')
      await context.clock.fastForward(5_000)
      expect(gateway.count('/v1/models')).toBe(0)
      await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
      await untilHydrated(page)
      await context.clock.fastForward(5_000)
      await expect.poll(() => gateway.count('/v1/models')).toBe(1)
      await page.getByLabel('Email').fill(ann.email)
      await page.getByLabel('Password', { exact: true }).fill(ann.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page).toHaveURL('/dashboard')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(gateway.count('/v1/models')).toBe(1)
    },
  )
})

/** The messages of every page, in the language that is not loaded. */
const wordsOfPages = /assets\/shared-[^/]*\.js/

test.describe('a failed chunk load', () => {
  test('a failed chunk load outside a navigation asks before typed values would be lost', { tag: '@full' }, async ({ page, problems }) => {
    await openHydrated(page, '/signin')
    await page.getByLabel('Email').fill('ann@example.com')
    await page.route(wordsOfPages, (route) => route.fulfill({ status: 404, body: '' }))
    await page.getByRole('radio', { name: 'Русский' }).click()
    await expect(notice(page).filter({ hasText: 'you’ll lose' })).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('ann@example.com')
    await page.unroute(wordsOfPages)
    await page.getByRole('button', { name: 'Reload page' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
    isExpected(problems)
  })

  test(
    'a failed chunk load outside a navigation reloads the page when nothing is being typed',
    { tag: '@full' },
    async ({ page, problems }) => {
      await openHydrated(page, '/password/forgot')
      let refused = 0
      const refuse = (route: Route) => {
        refused += 1
        return route.fulfill({ status: 404, body: '' })
      }
      await page.route(wordsOfPages, refuse, { times: 1 })
      await page.getByRole('radio', { name: 'Русский' }).first().click()
      await expect.poll(() => refused).toBe(1)
      await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Восстановление пароля')
      isExpected(problems)
    },
  )

  test('a failed preload under the pointer has no effect', { tag: '@full' }, async ({ page }) => {
    await openHydrated(page, '/signin')
    await page.route(/assets\/forgot-[^/]*\.js/, (route) => route.fulfill({ status: 404, body: '' }))
    const failed = page.waitForResponse(/assets\/forgot-/)
    await page.evaluate(() => Object.assign(window, { isTheSamePage: true }))
    await page.getByRole('link', { name: 'Forgot password?' }).hover()
    await failed
    await page.getByLabel('Email').fill('ann@example.com')
    expect(await page.evaluate(() => 'isTheSamePage' in window)).toBe(true)
  })
})

test(
  'an error from a bot user agent is logged and not rendered as an error page in the browser',
  { tag: '@full' },
  async ({ browser, stage, ann }) => {
    const context = await browser.newContext({ baseURL: stage.web.url, userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
    await enter(context, stage, ann)
    stage.gateway.fault = failSession({ status: 503 })
    const page = await context.newPage()
    const logged: string[] = []
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
    const response = await page.goto(page1)
    expect(response?.status()).toBe(503)
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
    await expect.poll(() => logged.length).toBeGreaterThan(0)
    stage.gateway.fault = () => null
    await context.close()
  },
)
