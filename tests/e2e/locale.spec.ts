import { publicPages } from '#app/contract/base/public-pages.ts'
import { browserLocale, expect, haveAccount, test, labels } from './fixtures.ts'

const htmlLang = (html: string) => /<html lang="(\w+)"/.exec(html)?.[1]

test('the locale cookie comes first, then Accept-Language by its q-values, then English; the choice is stored for 365 days', async ({
  request,
}) => {
  const ask = async (headers: Record<string, string>) => {
    const response = await request.get('/signin', { headers })
    return { lang: htmlLang(await response.text()), cookie: response.headers()['set-cookie'] }
  }
  expect((await ask({ 'accept-language': 'de;q=0.9, ru-RU;q=0.5, en;q=0.2', cookie: '' })).lang).toBe('ru')
  expect((await ask({ 'accept-language': 'en;q=0.2, ru;q=0.1', cookie: '' })).lang).toBe('en')
  expect((await ask({ 'accept-language': 'de, fr', cookie: '' })).lang).toBe('en')
  const kept = await ask({ 'accept-language': 'en', cookie: 'locale=ru' })
  expect(kept.lang).toBe('ru')
  expect(kept.cookie).toContain(`locale=ru; Max-Age=${365 * 86_400}; Path=/`)
})

test('/ru/… and /en/… pin the language whatever the browser asks for, and links stay under it', async ({ page, context }) => {
  await page.goto('/ru/legal')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await expect(page).toHaveTitle(/^Юридические документы|^Документы/)
  await page.getByRole('main').getByRole('link', { name: 'Условия использования' }).click()
  await expect(page).toHaveURL(/\/ru\/legal\/terms$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Условия использования')
  expect((await context.cookies()).find(({ name }) => name === 'locale')?.value).toBe('ru')
  await page.goto('/en/legal/terms')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('a pinned page that needs a sign-in leads to the pinned sign-in page and back', { tag: '@full' }, async ({ page }) => {
  await page.goto('/ru/dashboard/image')
  await expect(page).toHaveURL(/\/ru\/signin\?redirect=%2Fdashboard%2Fimage/)
  await expect(page.getByLabel(labels.ru.email)).toBeVisible()
})

test('switching the language keeps typed values and the document, and changes the address', async ({ page }) => {
  await page.goto('/en/signin?mode=sign-up')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByLabel(labels.en.email).fill('ann@example.com')
  await page.getByRole('radio', { name: 'Русский' }).first().click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await expect(page).toHaveURL(/\/ru\/signin\?mode=sign-up$/)
  await expect(page.getByLabel(labels.ru.email)).toHaveValue('ann@example.com')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('public pages name their languages and their own address; other pages ask not to be indexed', async ({ request }) => {
  for (const path of publicPages) {
    const html = await (await request.get(path)).text()
    const own = path === '/' ? '' : path
    for (const lang of ['en', 'ru']) expect(html).toMatch(new RegExp(`hrefLang="${lang}" href="http[^"]+/${lang}${own}"`))
    expect(html).toMatch(new RegExp(`rel="canonical" href="http[^"]+${path}"`))
    expect(html).not.toContain('noindex')
    expect(html).toMatch(/property="og:image" content="http[^"]+\/og\.png"/)
    expect(html).toContain('property="og:type" content="article"')
  }
  for (const path of ['/signin', '/password/forgot', '/nope']) expect(await (await request.get(path)).text()).toContain('noindex')
})

test('sitemap.xml lists the public pages with their languages, robots.txt names it', async ({ request }) => {
  const sitemap = await request.get('/sitemap.xml')
  expect(sitemap.headers()['content-type']).toContain('xml')
  const xml = await sitemap.text()
  expect([...xml.matchAll(/<loc>/g)]).toHaveLength(publicPages.length)
  expect([...xml.matchAll(/hreflang="ru"/g)]).toHaveLength(publicPages.length)
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain('/sitemap.xml')
  expect(robots).toContain('Disallow: /dashboard')
})

for (const locale of ['en', 'ru'] as const) {
  test.describe(`in a browser that speaks ${locale}`, { tag: locale === 'en' ? [] : '@full' }, () => {
    test.use({ locale: browserLocale[locale] })

    test('only the active catalogue is fetched, and it is preloaded', async ({ page }) => {
      const fetched: string[] = []
      page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
      await page.goto('/signin')
      await expect(page.getByRole('button', { name: labels[locale].signIn, exact: true })).toBeEnabled()
      const preloaded = await page
        .locator('link[data-catalogue]')
        .evaluateAll((links) => links.map((link) => new URL(link.getAttribute('href') ?? '', location.href).pathname))
      const other = await (await page.request.get('/signin', { headers: { cookie: `locale=${locale === 'en' ? 'ru' : 'en'}` } })).text()
      const otherChunk = /rel="modulepreload" href="([^"]+)" data-catalogue/.exec(other)?.[1]
      expect(preloaded).not.toHaveLength(0)
      expect(fetched).toEqual(expect.arrayContaining(preloaded))
      expect(otherChunk).toBeTruthy()
      expect(fetched).not.toContain(otherChunk)
    })

    test('titles and dates are in the language of the browser', async ({ page }) => {
      await haveAccount(page)
      await page.goto('/dashboard')
      await expect(page).toHaveTitle(locale === 'ru' ? /[а-я]/ : /Dashboard/)
      await page.goto('/profile/tokens')
      await expect(page.getByRole('main')).toContainText(
        locale === 'ru'
          ? /января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря/
          : /Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec/,
      )
    })
  })
}
