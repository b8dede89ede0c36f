import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectNoBarriers } from './barriers.ts'
import { browserLocale, expect, haveAccount, openLive, test } from './fixtures.ts'
import { makeWork } from './make-work.ts'

const say = {
  en: {
    search: 'Search the history by title or prompt',
    what: 'What happened',
    received: 'Received',
    receipt: 'Receipt',
    setAside: 'Set aside',
    paid: 'Paid',
    nothing: 'Nothing fits',
    everything: 'Show everything',
    csv: 'Download the history as CSV',
    perRun: 'Tokens for one run',
    perDay: 'Tokens for one day',
    save: 'Save the limits',
    wrong: 'Enter a whole number of tokens, or leave it empty.',
    overRun: /Over your limit for one run: 1 token/,
    refused: /you let one run cost 1 at most/,
    limits: 'Your limits',
    generate: /^Generate/,
    today: /^Today: \d+ of 50$/,
    image: 'Image',
    byDay: 'Day by day',
    numbers: 'Image: the numbers',
    models: 'Favourite models',
    year: 'The year',
    weeks: 'By week',
    step: 'Step of the charts',
    waiting: 'Waiting time',
    none: 'No runs in these days',
  },
  ru: {
    search: 'Искать в истории по названию или запросу',
    what: 'Что произошло',
    received: 'Получено',
    receipt: 'Чек',
    setAside: 'Отложено',
    paid: 'Оплачено',
    nothing: 'Ничего не нашлось',
    everything: 'Показать всё',
    csv: 'Скачать историю в CSV',
    perRun: 'Токенов на один запуск',
    perDay: 'Токенов в день',
    save: 'Сохранить лимиты',
    wrong: 'Введите целое число токенов или оставьте поле пустым.',
    overRun: /Больше вашего лимита на один запуск: 1 токен/,
    refused: /ваш лимит на один запуск — 1/,
    limits: 'Ваши лимиты',
    generate: /^Создать/,
    today: /^Сегодня: \d+ из 50$/,
    image: 'Изображение',
    byDay: 'По дням',
    numbers: 'Изображение: числа',
    models: 'Любимые модели',
    year: 'Год по дням',
    weeks: 'По неделям',
    step: 'Шаг графиков',
    waiting: 'Ожидание',
    none: 'За эти дни запусков не было',
  },
} as const

const pictures = { en: ['A fox in the snow', 'A lighthouse'], ru: ['Лиса на снегу', 'Старый маяк'] } as const
const word = { en: 'foxes', ru: 'лисы' } as const

async function havePictures(page: Page, locale: 'en' | 'ru') {
  const email = await haveAccount(page)
  for (const prompt of pictures[locale]) await makeWork(page, email, { model: 'sketch-image', prompt, options: { size: '512' } })
}

for (const locale of ['en', 'ru'] as const) {
  const t = say[locale]
  const [fox, lighthouse] = pictures[locale]

  test.describe(locale, () => {
    test.use({ locale: browserLocale[locale] })

    test('what happened to each token is found, told and saved; a limit of one’s own holds', async ({ page }) => {
      await havePictures(page, locale)
      await openLive(page, '/profile/tokens')
      await expect(page.getByRole('link', { name: lighthouse })).toBeVisible()

      await page.getByRole('searchbox', { name: t.search }).fill(word[locale])
      await expect(page.getByRole('link', { name: lighthouse })).toBeHidden()
      await expect(page).toHaveURL(/q=/)
      await page.getByRole('button', { name: t.receipt }).click()
      const receipt = page.getByRole('list', { name: t.receipt })
      await expect(receipt.getByRole('listitem')).toContainText([t.setAside, t.paid])
      await expectNoBarriers(page)

      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: t.csv }).click()
      const csv = await readFile(await (await download).path(), 'utf8')
      expect(csv.trimEnd().split('\r\n')).toHaveLength(3)
      expect(csv).toContain(fox)

      await page.getByRole('combobox', { name: t.what }).click()
      await page.getByRole('option', { name: t.received }).click()
      await expect(page.getByRole('heading', { name: t.nothing })).toBeVisible()
      await page.getByRole('button', { name: t.everything }).click()
      await expect(page.getByRole('link', { name: lighthouse })).toBeVisible()
      await expect(page).toHaveURL('/profile/tokens')

      await page.getByLabel(t.perRun).fill('1.5')
      await page.getByRole('button', { name: t.save }).click()
      await expect(page.getByText(t.wrong)).toBeVisible()
      await page.getByLabel(t.perRun).fill('1')
      await page.getByLabel(t.perDay).fill('50')
      await page.getByRole('button', { name: t.save }).click()
      await expect(page.getByText(t.today)).toBeVisible()

      await openLive(page, '/dashboard/image')
      await page.getByRole('textbox').first().fill('One more')
      await expect(page.getByText(t.overRun)).toBeVisible()
      await page.getByRole('button', { name: t.generate }).click()
      await expect(page.getByText(t.refused)).toBeVisible()
      await page.getByRole('link', { name: t.limits }).click()
      await expect(page.getByLabel(t.perRun)).toHaveValue('1')
    })

    test('statistics say the same in charts, tables and files', async ({ page }) => {
      await havePictures(page, locale)
      await openLive(page, '/profile/statistics')
      const image = page.getByRole('region', { name: t.image, exact: true })
      await image.getByText(t.byDay, { exact: true }).click()
      await expect(image.getByRole('region', { name: t.numbers }).getByRole('row')).toHaveCount(2)
      await expect(image.getByRole('row').last()).toContainText('2')
      await expect(page.getByRole('region', { name: t.models })).toContainText('2')
      await expect(page.getByRole('region', { name: t.year })).toBeVisible()
      await expectNoBarriers(page)

      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'CSV' }).click()
      const csv = await readFile(await (await download).path(), 'utf8')
      expect(csv.trimEnd().split('\r\n')[1]).toMatch(/^\d{4}-\d\d-\d\d,image,2,2,0,0,\d+,\d+,\d+$/)

      // The choice lives in the address, so the radio follows when the navigation has ended.
      await page.getByRole('radio', { name: t.waiting }).click()
      await expect(page).toHaveURL(/show=wait/)
      await page.getByRole('combobox', { name: t.step }).click()
      await page.getByRole('option', { name: t.weeks }).click()
      await expect(page).toHaveURL(/by=week/)

      await page.goto('/profile/statistics?from=2020-01-01&to=2020-01-31')
      await expect(page.getByRole('heading', { name: t.none })).toBeVisible()
    })
  })
}
