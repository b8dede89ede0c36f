import { createHash } from 'node:crypto'
import { expect, haveAccount, signUp, test, untilHydrated } from './fixtures.ts'
import { seen } from './seen.ts'

test('an unknown page is a 404 that names its path and offers a link', { tag: '@full' }, async ({ page }) => {
  const response = await page.goto('/no/such/page?secret=1')
  expect(response?.status()).toBe(404)
  await expect(page).toHaveTitle('Page Not Found')
  await expect(page.getByRole('main')).toContainText('/no/such/page')
  await expect(page.getByRole('main')).not.toContainText('secret')
  expect(await page.getByRole('main').getByRole('link').count()).toBeGreaterThanOrEqual(1)
})

test('the theme is set before the first paint: dark for a dark system, light when chosen', { tag: '@full' }, async ({ browser }) => {
  const context = await browser.newContext({ colorScheme: 'dark' })
  const page = await context.newPage()
  await page.goto('/signin', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.evaluate(() => localStorage.setItem('nuxt-color-mode', 'light'))
  await page.goto('/signin')
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  await context.close()
})

test('pages are sent with headers that let no foreign or inline script run', async ({ request }) => {
  for (const path of ['/', '/signin', '/legal/terms', '/nope']) {
    const response = await request.get(path)
    const headers = response.headers()
    const policy = headers['content-security-policy'] ?? ''
    const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? ''
    expect(scripts, path).toMatch(/'nonce-|'sha256-/)
    expect(scripts, path).not.toContain("'unsafe-inline'")
    expect(scripts, path).not.toContain("'unsafe-eval'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cache-control']).toContain('private')
    const html = await response.text()
    // An individual page has a nonce; one that all visitors share lists the hashes of its scripts.
    for (const [, attributes = '', code = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
      // Data, which browsers do not run.
      if (attributes.includes('type="application/json"')) continue
      if (scripts.includes("'nonce-")) expect(attributes, path).toContain('nonce=')
      else if (!attributes.includes('src='))
        expect(scripts, path).toContain(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    }
  }
})

test('the tokens of a session are out of reach of scripts and in no page', async ({ page, context }) => {
  await signUp(page)
  const cookies = await context.cookies()
  const tokens = cookies.filter(({ name }) => name.startsWith('auth.'))
  expect(tokens.map(({ name }) => name).sort()).toEqual(['auth.device', 'auth.refresh-token', 'auth.token'])
  for (const { httpOnly, sameSite } of tokens) expect([httpOnly, sameSite]).toEqual([true, 'Lax'])
  for (const path of ['/dashboard', '/dashboard/image', '/profile/settings']) {
    const response = await page.goto(path)
    expect(response?.headers()['cache-control']).toContain('no-store')
    const html = (await response?.text()) ?? ''
    const seen = await page.evaluate(() =>
      JSON.stringify([document.documentElement.outerHTML, document.cookie, { ...localStorage }, { ...sessionStorage }]),
    )
    for (const { value } of tokens) for (const text of [html, seen]) expect(text.includes(value)).toBe(false)
  }
})

test('an expired access token is renewed on the way, once, for parallel requests', { tag: '@full' }, async ({ page, context }) => {
  await haveAccount(page)
  await context.clearCookies({ name: 'auth.token' })
  const before = (await context.cookies()).find(({ name }) => name === 'auth.refresh-token')?.value
  const answers = await Promise.all(
    ['/dashboard', '/profile/tokens', '/profile/settings'].map((path) => context.request.get(path, { maxRedirects: 0 })),
  )
  expect(answers.map((answer) => answer.status())).toEqual([200, 200, 200])
  const after = (await context.cookies()).find(({ name }) => name === 'auth.refresh-token')?.value
  expect(after).not.toBe(before)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/dashboard/)
})

test('pages are rendered on the server and readable without scripts', { tag: '@full' }, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your own studio for video, images, audio and text')
  await context.close()
})

test('a popup that does not load shows a message, and the page keeps what is typed', async ({ page, problems }) => {
  await haveAccount(page)
  // Parts that wait for the first touch stay as the server rendered them when the draft has been restored, and nothing is called.
  const early: string[] = []
  page.on('request', (request) => void (/\/assets\/empty-feed-|_serverFn/.test(request.url()) && early.push(request.url())))
  await page.goto('/dashboard/image')
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
  // The template of a part that is not hydrated yet.
  await expect(page.locator('[data-still]')).toHaveCount(0)
  expect(early).toEqual([])
  await untilHydrated(page)
  expect(early.filter((url) => url.includes('empty-feed'))).toHaveLength(1)
  await page.getByRole('textbox').first().fill('A lighthouse above the sea')
  await page.route('**/assets/ideas-*.js', (route) => route.abort())
  await page.getByRole('button', { name: 'Ideas' }).click()
  await expect(page.getByText('Part of this page didn’t load')).toBeVisible()
  await seen(page.getByRole('dialog', { name: 'Ideas for a prompt' }))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox').first()).toHaveValue('A lighthouse above the sea')
  expect(problems.splice(0).filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([])
})
