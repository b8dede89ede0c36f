import type { Page } from '@playwright/test'
import type { Locale } from '#config'
import { expectNoBarriers } from './barriers.ts'
import { browserLocale, expect, haveAccount, newEmail, openLive, password, test } from './fixtures.ts'
import { makeWork } from './make-work.ts'

/** What the library calls things. */
const say = {
  en: {
    works: 'Works',
    search: 'Search titles, prompts and texts',
    nothing: 'Nothing fits',
    everything: 'Show everything',
    removeFilter: /^Remove the filter/,
    newCollection: 'New collection',
    name: 'Name',
    create: 'Create',
    taken: 'There is one with this name already.',
    collections: 'Collections',
    toCollections: 'Collections',
    ofCollection: 'Actions of the collection',
    rename: 'Rename',
    deleteCollection: 'Delete the collection',
    back: 'Back to the library',
    bar: 'Selected works',
    two: '2 works selected',
    select: 'Select works',
    toTrash: 'Move to the trash',
    undo: 'Undo',
    trash: /^Trash/,
    restore: 'Restore',
    forGood: 'Delete for good',
    zip: 'Download as ZIP',
    close: 'Close',
    actions: /^Actions:/,
    texts: [
      'Bicycle lanes make the streets of a town safer.',
      'The lighthouse keeper lit the lamp every evening.',
      'Wild geese fly over the mountains in autumn.',
    ],
    word: ['mountain', 'flying'],
    quick: 'lighthou',
  },
  ru: {
    works: 'Работы',
    search: 'Поиск по названиям, запросам и текстам',
    nothing: 'Ничего не подходит',
    everything: 'Показать всё',
    removeFilter: /^Убрать фильтр/,
    newCollection: 'Новая подборка',
    name: 'Название',
    create: 'Создать',
    taken: 'Такое название уже есть.',
    collections: 'Подборки',
    toCollections: 'Подборки',
    ofCollection: 'Действия с подборкой',
    rename: 'Переименовать',
    deleteCollection: 'Удалить подборку',
    back: 'В библиотеку',
    bar: 'Выбранные работы',
    two: 'Выбраны 2 работы',
    select: 'Выбрать работы',
    toTrash: 'В корзину',
    undo: 'Отменить',
    trash: /^Корзина/,
    restore: 'Восстановить',
    forGood: 'Удалить навсегда',
    zip: 'Скачать архивом ZIP',
    close: 'Закрыть',
    actions: /^Действия:/,
    texts: [
      'Велосипедные полосы делают улицы города безопаснее.',
      'Смотритель маяка каждый вечер зажигал лампу.',
      'Дикие гуси осенью летят над горами.',
    ],
    word: ['осень', 'гора'],
    quick: 'смотрите',
  },
} as const satisfies Record<Locale, unknown>

const filler = {
  en: ' The council approved the plan on Monday. It adds paths and repairs old ones. People say that it helps. Work begins in spring.',
  ru: ' Совет утвердил план в понедельник. Он добавляет дорожки и чинит старые. Люди говорят, что это помогает. Работы начнутся весной.',
}

/** Makes texts by the API, which is quicker than by hand, and waits until they are ready. */
async function makeTexts(page: Page, locale: Locale, email: string, prompts: readonly string[], { besides = 0 } = {}) {
  const { token } = await (await page.request.post('/api/v1/auth/sign-in', { data: { email, password } })).json()
  const headers = { authorization: `Bearer ${token}` }
  for (const prompt of prompts) {
    const answer = await page.request.post('/api/v1/generations', {
      headers,
      data: { model: 'sketch-text', prompt: prompt + filler[locale] },
    })
    expect(answer.status()).toBe(202)
  }
  await expect
    .poll(
      async () => (await (await page.request.get('/api/v1/generations?status__in=succeeded&limit=100', { headers })).json()).items.length,
      {
        timeout: 60_000,
      },
    )
    .toBe(prompts.length + besides)
}

const grid = (page: Page, locale: Locale) => page.getByRole('list', { name: say[locale].works, exact: true })
const tiles = (page: Page, locale: Locale) => grid(page, locale).getByRole('listitem')
const tile = (page: Page, locale: Locale, words: string) => tiles(page, locale).filter({ has: page.getByRole('link', { name: words }) })

for (const locale of ['en', 'ru'] as const) {
  const words = say[locale]
  const [lanes, keeper, geese] = words.texts

  test.describe(locale, () => {
    test.use({ locale: browserLocale[locale], contextOptions: { reducedMotion: 'reduce' } })

    test(`works are found, collected, thrown away and taken back (${locale})`, async ({ page }) => {
      test.setTimeout(180_000)
      const email = newEmail()
      await haveAccount(page, email)
      await makeTexts(page, locale, email, words.texts)
      await page.goto('/dashboard')
      await expect(tiles(page, locale)).toHaveCount(3)

      // Found by other forms of its words, by a beginning, and narrowed down to nothing.
      const search = page.getByRole('searchbox', { name: words.search })
      for (const word of words.word) {
        await search.fill(word)
        await expect(tiles(page, locale)).toHaveCount(1)
        await expect(tile(page, locale, geese)).toBeVisible()
      }
      await search.fill(words.quick)
      await expect(tile(page, locale, keeper)).toBeVisible()
      await expect(page).toHaveURL(/q=/)
      await page.getByRole('button', { name: words.removeFilter }).click()
      await expect(tiles(page, locale)).toHaveCount(3)
      await expect(search).toHaveValue('')
      await search.fill('"&|:*(')
      await page.getByRole('button', { name: words.everything }).click()
      await expect(tiles(page, locale)).toHaveCount(3)

      // A collection, and a name that is taken.
      await page.getByRole('button', { name: words.newCollection }).click()
      const sheet = page.getByRole('dialog')
      await sheet.getByLabel(words.name).fill('Harbour')
      await sheet.getByRole('button', { name: words.create }).click()
      await expect(page.getByRole('heading', { name: /^Harbour/ })).toBeVisible()
      await page.getByRole('button', { name: words.back }).first().click()
      await page.getByRole('button', { name: words.newCollection }).click()
      await sheet.getByLabel(words.name).fill('harbour')
      await sheet.getByRole('button', { name: words.create }).click()
      await expect(sheet).toContainText(words.taken)
      await sheet.getByRole('button', { name: words.close }).click()

      await tile(page, locale, keeper).hover()
      await tile(page, locale, keeper).getByRole('button', { name: words.actions }).click()
      await page.getByRole('menuitem', { name: words.toCollections }).click()
      await sheet.getByRole('checkbox', { name: 'Harbour' }).check()
      await expect(sheet.getByRole('listitem')).toContainText('1')
      await sheet.getByRole('button', { name: words.close }).click()
      await page.getByRole('link', { name: /^Harbour/ }).click()
      await expect(tiles(page, locale)).toHaveCount(1)
      await page.getByRole('button', { name: words.ofCollection }).click()
      await page.getByRole('menuitem', { name: words.rename }).click()
      await sheet.getByLabel(words.name).fill('Lamps')
      await sheet.getByRole('button', { name: words.rename }).click()
      await expect(page.getByRole('heading', { name: /^Lamps/ })).toBeVisible()
      await page.getByRole('button', { name: words.ofCollection }).click()
      await page.getByRole('menuitem', { name: words.deleteCollection }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: words.deleteCollection }).click()
      await expect(tiles(page, locale)).toHaveCount(3)
      await expect(page.getByRole('link', { name: /^Lamps/ })).toHaveCount(0)

      // Two of them by the keyboard; the choice is in the address.
      await tiles(page, locale).first().getByRole('link').focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('Shift+ArrowRight')
      const bar = page.getByRole('toolbar', { name: words.bar })
      await expect(bar).toContainText(words.two)
      await page.reload()
      await expect(bar).toContainText(words.two)
      await expect(tiles(page, locale).nth(1).getByRole('checkbox')).toBeChecked()
      // What is at the foot of the window lies under the bar, and is scrolled away from there.
      await search.evaluate((field) => field.scrollIntoView({ block: 'center' }))
      await expectNoBarriers(page, 'choosing')

      const download = page.waitForEvent('download')
      await bar.getByRole('button', { name: words.zip }).click()
      expect((await download).suggestedFilename()).toMatch(/^quartet-.*\.zip$/)

      await bar.getByRole('button', { name: words.toTrash }).click()
      await expect(tiles(page, locale)).toHaveCount(1)
      await page.getByRole('button', { name: words.undo }).click()
      await expect(tiles(page, locale)).toHaveCount(3)
      await page.keyboard.press('Control+Home')

      // The delete key, then the trash: one comes back, one is gone for good.
      for (const count of [2, 1]) {
        await tiles(page, locale).first().getByRole('link').focus()
        await page.keyboard.press('Delete')
        await expect(tiles(page, locale)).toHaveCount(count)
      }
      await expect(tile(page, locale, lanes)).toBeVisible()
      await page.getByRole('button', { name: words.trash }).click()
      await expect(tiles(page, locale)).toHaveCount(2)
      await expectNoBarriers(page, 'the trash')
      for (const [words_, action] of [
        [keeper, words.restore],
        [geese, words.forGood],
      ] as const) {
        await tile(page, locale, words_).hover()
        await tile(page, locale, words_).getByRole('button', { name: words.actions }).click()
        await page.getByRole('menuitem', { name: action }).click()
        if (action === words.forGood) await page.getByRole('alertdialog').getByRole('button', { name: words.forGood }).click()
        await expect(tile(page, locale, words_)).toHaveCount(0)
      }
      await page.reload()
      await expect(tiles(page, locale)).toHaveCount(0)
      await page.getByRole('button', { name: words.back }).first().click()
      await expect(tiles(page, locale)).toHaveCount(2)
      await expect(tile(page, locale, keeper)).toBeVisible()
    })
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 700 }, hasTouch: true, contextOptions: { reducedMotion: 'reduce' } })

  test('whoever comes back finds the library where they left it, and chooses works with a thumb', async ({ page }) => {
    test.setTimeout(120_000)
    const email = newEmail()
    await haveAccount(page, email)
    await makeTexts(
      page,
      'en',
      email,
      Array.from({ length: 30 }, (_, index) => `Report number ${index}.`),
    )
    await page.goto('/dashboard')
    const first = tiles(page, 'en').first()
    await expect(first).toBeVisible()
    const oldest = tile(page, 'en', 'Report number 0.')
    // Older works are fetched on the way down.
    await expect(async () => {
      await page.mouse.wheel(0, 20_000)
      await expect(oldest).toBeInViewport({ timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
    // Only what is near the window is in the page.
    await expect(first).not.toContainText('Report number 29.')
    const before = await page.evaluate(() => window.scrollY)

    await oldest.getByRole('link').click()
    await expect(page).toHaveURL(/item=/)
    await page.goBack()
    await expect(oldest).toBeInViewport()
    expect(await page.evaluate(() => window.scrollY)).toBe(before)

    await page.getByRole('contentinfo').getByRole('link').first().click()
    await expect(page).not.toHaveURL(/dashboard/)
    await page.goBack()
    await expect(oldest).toBeInViewport()

    await oldest.getByRole('link').dispatchEvent('pointerdown', { pointerType: 'touch', isPrimary: true, clientX: 100, clientY: 300 })
    const bar = page.getByRole('toolbar', { name: 'Selected works' })
    await expect(bar).toContainText('1 work selected')
    await tile(page, 'en', 'Report number 1.').getByRole('link').tap()
    await expect(bar).toContainText('2 works selected')
    await expectNoBarriers(page, 'choosing on a phone')
    await bar.getByRole('button', { name: 'Stop selecting' }).click()
    await expect(bar).toHaveCount(0)
  })

  test('where the library flies by, no picture is fetched; as soon as it slows down, all that are in sight are', async ({ page }) => {
    test.setTimeout(120_000)
    const email = newEmail()
    await haveAccount(page, email)
    await makeWork(page, email, { model: 'sketch-image', prompt: 'Dunes at noon', options: { size: '512' } })
    await makeTexts(
      page,
      'en',
      email,
      Array.from({ length: 28 }, (_, index) => `Report number ${index}.`),
      { besides: 1 },
    )
    await page.goto('/dashboard')
    const picture = tile(page, 'en', 'Dunes at noon')
    // To the end, that all works are known, and back.
    await expect(async () => {
      await page.mouse.wheel(0, 20_000)
      await expect(picture).toBeInViewport({ timeout: 1_000 })
    }).toPass({ timeout: 30_000 })

    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, 0))
      await expect(picture).toHaveCount(0)
      const flight = await flyToTheEnd(page)
      // A machine that has much to do may stand still in mid-flight: then it was none.
      expect(flight.longestFrame).toBeLessThan(100)
      expect(flight.framesInSight).toBeGreaterThan(0)
      expect(flight.pictures).toBe(0)
    }).toPass({ timeout: 30_000 })
    await expect(picture).toBeInViewport()
    await expect(picture.locator('img')).toHaveJSProperty('complete', true)
  })
})

/** Scrolls down at 90 pixels a frame, and looks at each frame for pictures in the tiles that come into the page. */
function flyToTheEnd(page: Page): Promise<{ longestFrame: number; framesInSight: number; pictures: number }> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        let last = performance.now()
        let longestFrame = 0
        let framesInSight = 0
        let pictures = 0
        const next = (now: number) => {
          longestFrame = Math.max(longestFrame, now - last)
          last = now
          if (document.querySelector('li[data-kind=image]')) framesInSight += 1
          pictures = Math.max(pictures, document.querySelectorAll('li[data-kind=image] img').length)
          const before = window.scrollY
          window.scrollBy(0, 90)
          if (window.scrollY > before) requestAnimationFrame(next)
          else resolve({ longestFrame, framesInSight, pictures })
        }
        requestAnimationFrame(next)
      }),
  )
}

test('a few pixels of a work stand in its place until its picture arrives: in the grid, where it is open, and in the feed', async ({
  page,
}) => {
  test.setTimeout(150_000)
  const email = await haveAccount(page)
  const { id, files } = await makeWork(page, email, { model: 'sketch-image', prompt: 'Dunes at noon', options: { size: '512' } })
  const pixels = files[0]?.placeholder ?? 'none'
  expect(pixels).toMatch(/^data:image\/webp;base64,/)
  expect(pixels.length).toBeLessThanOrEqual(400)
  // They are there without a byte of the picture, and before the page lives.
  await page.route(/\/files\//, (route) => route.fulfill({ status: 404 }))
  for (const path of ['/dashboard', `/dashboard?item=${id}`, '/dashboard/image']) {
    await page.goto(path)
    const scope = path.includes('item') ? page.getByRole('dialog') : page.locator('#content')
    await expect(scope.locator(`[style*="${pixels}"]`).first()).toBeInViewport()
  }
})

test('a collection that is filled or made in another browser shows here: at once, and on coming back to the window', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(150_000)
  const email = await haveAccount(page)
  await makeTexts(page, 'en', email, ['Bicycle lanes make the streets of a town safer.'])
  const { token } = await (await page.request.post('/api/v1/auth/sign-in', { data: { email, password } })).json()
  const headers = { authorization: `Bearer ${token}` }
  const post = async (path: string, data: object) => (await page.request.post(`/api/v1${path}`, { headers, data })).json()
  const { items } = await (await page.request.get('/api/v1/generations', { headers })).json()
  const { id: lanes } = await post('/collections', { name: 'Lanes' })

  const context = await browser.newContext({ baseURL, storageState: await page.context().storageState() })
  const here = await context.newPage()
  await openLive(here, '/dashboard')
  const link = (name: RegExp) => here.getByRole('link', { name })
  await expect(link(/^Lanes/)).toContainText('0')
  await post('/library/bulk', { ids: [items[0].id], action: 'add', collection_id: lanes })
  await expect(link(/^Lanes/)).toContainText('1')

  await post('/collections', { name: 'Towns' })
  await here.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(link(/^Towns/)).toBeVisible()
  await context.close()
})
