import type { Page } from '@playwright/test'
import type { Locale } from '#config'
import { expectNoBarriers } from './check-accessibility.ts'
import { bearerOf, expect, haveAccount, inEachLanguage, openHydrated, test, untilStill } from './fixtures.ts'
import { makeWork, makeWorks } from './make-work.ts'

const say = {
  en: {
    works: 'Results',
    composer: /^What will you create/,
    search: 'Search titles, prompts and texts',
    nothing: 'No results',
    everything: 'Show everything',
    clear: 'Clear the search',
    removeFilter: /^Remove the filter/,
    newCollection: 'New collection',
    name: 'Name',
    create: 'Create',
    taken: 'This name is already taken.',
    collections: 'Collections',
    toCollections: 'Collections',
    ofCollection: 'Collection actions',
    rename: 'Rename',
    deleteCollection: 'Delete the collection',
    back: 'Back to the library',
    bar: 'Selected results',
    two: '2 results selected',
    select: 'Select results',
    toTrash: 'Move to trash',
    undo: 'Undo',
    trash: /^Trash/,
    restore: 'Restore',
    permanently: 'Delete permanently',
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
    works: 'Результаты',
    composer: /^Что создадим/,
    search: 'Поиск по названиям, запросам и текстам',
    nothing: 'Ничего не найдено',
    everything: 'Показать всё',
    clear: 'Очистить поиск',
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
    bar: 'Выбранные результаты',
    two: 'Выбраны 2 результата',
    select: 'Выбрать результаты',
    toTrash: 'Переместить в корзину',
    undo: 'Отменить',
    trash: /^Корзина/,
    restore: 'Восстановить',
    permanently: 'Удалить навсегда',
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

const text = (prompt: string, locale: Locale = 'en') => ({ model: 'sketch-text', prompt: prompt + filler[locale], options: {} })
const reports = (count: number) => Array.from({ length: count }, (_, index) => text(`Report number ${index}.`))

const grid = (page: Page, locale: Locale) => page.getByRole('list', { name: say[locale].works, exact: true })
const tiles = (page: Page, locale: Locale) => grid(page, locale).getByRole('listitem')
const tile = (page: Page, locale: Locale, title: string) => tiles(page, locale).filter({ has: page.getByRole('link', { name: title }) })

inEachLanguage((locale) => {
  const labels = say[locale]
  const [lanes, keeper, geese] = labels.texts

  test('works are searched, collected, moved to the trash and restored', async ({ page }) => {
    test.slow()
    await haveAccount(page)
    await makeWorks(
      page,
      labels.texts.map((prompt) => text(prompt, locale)),
    )
    await page.goto('/dashboard')
    await expect(tiles(page, locale)).toHaveCount(3)

    // The search finds other forms of a word and prefixes, and says when nothing matches. It turns the page into its results.
    const search = page.getByRole('searchbox', { name: labels.search })
    const composer = page.getByRole('form', { name: labels.composer })
    await expect(composer).toBeVisible()
    for (const word of labels.word) {
      await search.fill(word)
      await expect(tiles(page, locale)).toHaveCount(1)
      await expect(tile(page, locale, geese)).toBeVisible()
      await expect(composer).toHaveCount(0)
      await expect(search).toBeFocused()
    }
    await search.fill(labels.quick)
    await expect(tile(page, locale, keeper)).toBeVisible()
    await expect(page).toHaveURL(/q=/)
    await page.getByRole('button', { name: labels.clear }).click()
    await expect(tiles(page, locale)).toHaveCount(3)
    await expect(search).toHaveValue('')
    await page.goto('/dashboard?status=ended')
    await page.getByRole('button', { name: labels.removeFilter }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(tiles(page, locale)).toHaveCount(3)
    await search.fill('"&|:*(')
    await page.getByRole('button', { name: labels.everything }).click()
    await expect(tiles(page, locale)).toHaveCount(3)

    // Collections, and a name that is already used.
    await page.getByRole('button', { name: labels.newCollection }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel(labels.name).fill('Harbour')
    await sheet.getByRole('button', { name: labels.create }).click()
    await expect(page.getByRole('heading', { name: /^Harbour/ })).toBeVisible()
    await page.getByRole('button', { name: labels.back }).first().click()
    await page.getByRole('button', { name: labels.newCollection }).click()
    await sheet.getByLabel(labels.name).fill('harbour')
    await sheet.getByRole('button', { name: labels.create }).click()
    await expect(sheet).toContainText(labels.taken)
    await sheet.getByRole('button', { name: labels.close }).click()

    await tile(page, locale, keeper).hover()
    await tile(page, locale, keeper).getByRole('button', { name: labels.actions }).click()
    await page.getByRole('menuitem', { name: labels.toCollections }).click()
    await sheet.getByRole('checkbox', { name: 'Harbour' }).check()
    await expect(sheet.getByRole('listitem')).toContainText('1')
    await sheet.getByRole('button', { name: labels.close }).click()
    await page.getByRole('link', { name: /^Harbour/ }).click()
    await expect(tiles(page, locale)).toHaveCount(1)
    await page.getByRole('button', { name: labels.ofCollection }).click()
    await page.getByRole('menuitem', { name: labels.rename }).click()
    await untilStill(page)
    const { x, width, height } = (await sheet.boundingBox()) ?? { x: 0, width: 0, height: Number.POSITIVE_INFINITY }
    const window = page.viewportSize() ?? { width: 0, height: 0 }
    expect(height, 'a dialog of one field is as tall as its content').toBeLessThan(window.height / 2)
    expect(Math.abs(x + width / 2 - window.width / 2), 'and in the middle').toBeLessThan(2)
    await sheet.getByLabel(labels.name).fill('Lamps')
    await sheet.getByRole('button', { name: labels.rename }).click()
    await expect(page.getByRole('heading', { name: /^Lamps/ })).toBeVisible()
    await page.getByRole('button', { name: labels.ofCollection }).click()
    await page.getByRole('menuitem', { name: labels.deleteCollection }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: labels.deleteCollection }).click()
    await expect(tiles(page, locale)).toHaveCount(3)
    await expect(page.getByRole('link', { name: /^Lamps/ })).toHaveCount(0)

    // A selection by keyboard is stored in the URL.
    await tiles(page, locale).first().getByRole('link').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowRight')
    const bar = page.getByRole('toolbar', { name: labels.bar })
    await expect(bar).toContainText(labels.two)
    await page.reload()
    await expect(bar).toContainText(labels.two)
    await expect(tiles(page, locale).nth(1).getByRole('checkbox')).toBeChecked()
    // The bar covers the lower edge of the window, where axe cannot judge colors.
    await search.evaluate((field) => field.scrollIntoView({ block: 'center' }))
    await expectNoBarriers(page, 'selected works')

    const download = page.waitForEvent('download')
    await bar.getByRole('button', { name: labels.zip }).click()
    expect((await download).suggestedFilename()).toMatch(/^quartet-.*\.zip$/)

    await bar.getByRole('button', { name: labels.toTrash }).click()
    await expect(tiles(page, locale)).toHaveCount(1)
    await page.getByRole('button', { name: labels.undo }).click()
    await expect(tiles(page, locale)).toHaveCount(3)
    await page.keyboard.press('Control+Home')

    // The delete key moves works to the trash; one is restored, one deleted permanently.
    for (const count of [2, 1]) {
      await tiles(page, locale).first().getByRole('link').focus()
      await page.keyboard.press('Delete')
      await expect(tiles(page, locale)).toHaveCount(count)
    }
    await expect(tile(page, locale, lanes)).toBeVisible()
    await page.getByRole('button', { name: labels.trash }).click()
    await expect(tiles(page, locale)).toHaveCount(2)
    await expectNoBarriers(page, 'the trash', { within: 'main' })
    for (const [title, action] of [
      [keeper, labels.restore],
      [geese, labels.permanently],
    ] as const) {
      await tile(page, locale, title).hover()
      await tile(page, locale, title).getByRole('button', { name: labels.actions }).click()
      // The tile goes before the answer, and a reload would cancel the call.
      const answered = page.waitForResponse((response) => response.request().method() === 'POST')
      await page.getByRole('menuitem', { name: action }).click()
      if (action === labels.permanently) await page.getByRole('alertdialog').getByRole('button', { name: labels.permanently }).click()
      await expect(tile(page, locale, title)).toHaveCount(0)
      await answered
    }
    await page.reload()
    await expect(tiles(page, locale)).toHaveCount(0)
    await page.getByRole('button', { name: labels.back }).first().click()
    await expect(tiles(page, locale)).toHaveCount(2)
    await expect(tile(page, locale, keeper)).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 700 }, hasTouch: true })

  test('the library loads older works once it is scrolled and keeps its position, and works are selected by touch', async ({ page }) => {
    test.slow()
    await haveAccount(page)
    await makeWorks(page, reports(30))
    const calls: string[] = []
    page.on('request', (request) => request.url().includes('/listGenerations') && calls.push(request.url()))
    await page.goto('/dashboard')
    const first = tiles(page, 'en').first()
    await expect(first).toBeVisible()
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    await untilStill(page)
    expect(calls).toEqual([])
    const oldest = tile(page, 'en', 'Report number 0.')
    // Scrolling down loads older works.
    await expect(async () => {
      await page.mouse.wheel(0, 20_000)
      await expect(oldest).toBeInViewport({ timeout: 1_000 })
    }).toPass({ timeout: 180_000 })
    expect(calls).not.toEqual([])
    // The grid is virtual: tiles far from the window are not in the page.
    await expect(first).not.toContainText('Report number 29.')
    await untilStill(page)
    const before = await page.evaluate(() => window.scrollY)

    await oldest.getByRole('link').click()
    await expect(page).toHaveURL(/item=/)
    await page.goBack()
    await expect(oldest).toBeInViewport()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)

    await page.getByRole('contentinfo').getByRole('link').first().click()
    await expect(page).not.toHaveURL(/dashboard/)
    await page.goBack()
    await expect(oldest).toBeInViewport()

    await oldest.getByRole('link').dispatchEvent('pointerdown', { pointerType: 'touch', isPrimary: true, clientX: 100, clientY: 300 })
    const bar = page.getByRole('toolbar', { name: 'Selected results' })
    await expect(bar).toContainText('1 result selected')
    await tile(page, 'en', 'Report number 1.').getByRole('link').tap()
    await expect(bar).toContainText('2 results selected')
    await expectNoBarriers(page, 'selected works on a phone', { within: '[role=toolbar]' })
    await bar.getByRole('button', { name: 'Stop selecting' }).click()
    await expect(bar).toHaveCount(0)
  })

  test('fast scrolling loads no images, and those in sight load when it slows down', { tag: '@full' }, async ({ page }) => {
    await haveAccount(page)
    await makeWork(page, { model: 'sketch-image', prompt: 'Dunes at noon', options: { size: '512' } })
    await makeWorks(page, reports(28))
    await page.goto('/dashboard')
    const picture = tile(page, 'en', 'Dunes at noon')
    // Loads all pages of the list.
    await expect(async () => {
      await page.mouse.wheel(0, 20_000)
      await expect(picture).toBeInViewport({ timeout: 1_000 })
    }).toPass({ timeout: 180_000 })

    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(picture).toHaveCount(0)
    const flight = await flyToTheEnd(page)
    expect(flight.framesInSight).toBeGreaterThan(0)
    expect(flight.pictures).toBe(0)
    await expect(picture).toBeInViewport()
    await expect(picture.locator('img')).toHaveJSProperty('complete', true)
  })
})

/**
 * Scrolls down at 90 pixels a frame, and looks in each frame for pictures in the tiles that enter the window. Each frame advances the
 * page's clock by 16 ms, however long the machine takes.
 */
function flyToTheEnd(page: Page): Promise<{ framesInSight: number; pictures: number }> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        let now = performance.now()
        let framesInSight = 0
        let pictures = 0
        performance.now = () => now
        const next = () => {
          now += 16
          if (document.querySelector('li[data-kind=image]')) framesInSight += 1
          pictures = Math.max(pictures, document.querySelectorAll('li[data-kind=image] img').length)
          const before = window.scrollY
          window.scrollBy(0, 90)
          if (window.scrollY > before) return requestAnimationFrame(next)
          Reflect.deleteProperty(performance, 'now')
          return resolve({ framesInSight, pictures })
        }
        requestAnimationFrame(next)
      }),
  )
}

test(
  'a preview stands in for an image until it is loaded: in the grid, in the viewer and in the feed',
  { tag: '@full' },
  async ({ page }) => {
    await haveAccount(page)
    const { id, files } = await makeWork(page, { model: 'sketch-image', prompt: 'Dunes at noon', options: { size: '512' } })
    const pixels = files[0]?.placeholder ?? 'none'
    expect(pixels).toMatch(/^data:image\/webp;base64,/)
    expect(pixels.length).toBeLessThanOrEqual(400)
    // The preview is in the HTML and needs no request.
    await page.route(/\/files\//, (route) => route.fulfill({ status: 404 }))
    for (const path of ['/dashboard', `/dashboard?item=${id}`, '/dashboard/image']) {
      await page.goto(path)
      const scope = path.includes('item') ? page.getByRole('dialog') : page.locator('#content')
      await expect(scope.locator(`[style*="${pixels}"]`).first()).toBeInViewport()
    }
  },
)

test(
  'a collection filled in another browser updates at once, and a new one appears when the window is focused',
  { tag: '@full' },
  async ({ page, browser, baseURL }) => {
    await haveAccount(page)
    const lanesText = await makeWork(page, text('Bicycle lanes make the streets of a town safer.'))
    const headers = await bearerOf(page)
    const post = async (path: string, data: object) => (await page.request.post(`/api/v1${path}`, { headers, data })).json()
    const { id: lanes } = await post('/collections', { name: 'Lanes' })

    const context = await browser.newContext({ baseURL, storageState: await page.context().storageState() })
    const here = await context.newPage()
    await openHydrated(here, '/dashboard')
    const link = (name: RegExp) => here.getByRole('link', { name })
    await expect(link(/^Lanes/)).toContainText('0')
    await post('/library/bulk', { ids: [lanesText.id], action: 'add', collection_id: lanes })
    await expect(link(/^Lanes/)).toContainText('1')

    await post('/collections', { name: 'Towns' })
    await here.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(link(/^Towns/)).toBeVisible()
    await context.close()
  },
)
