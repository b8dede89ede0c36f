import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectNoBarriers } from './check-accessibility.ts'
import { choose, expect, haveAccount, inEachLanguage, labels, openHydrated, test } from './fixtures.ts'
import { makeWorks } from './make-work.ts'

const say = {
  en: {
    search: 'Search history by title or prompt',
    what: 'Type',
    received: 'Received',
    receipt: 'Receipt',
    setAside: 'Reserved',
    paid: 'Paid',
    nothing: 'No results',
    everything: 'Show everything',
    csv: 'Download history as CSV',
    perRun: 'Tokens per result',
    perDay: 'Tokens per day',
    save: 'Save limits',
    wrong: 'Enter a whole number or leave this empty.',
    overRun: /Over your limit per result: 1 token/,
    refused: /your limit per result is 1/,
    limits: 'Your limits',
    generate: labels.en.generate,
    today: /^Today: \d+ of 50$/,
    image: 'Image',
    byDay: 'By day',
    models: 'Most used models',
    year: 'Past year',
    weeks: 'By week',
    step: 'Chart interval',
    waiting: 'Wait time',
    none: 'No results in this period',
  },
  ru: {
    search: 'Поиск в истории по названию или запросу',
    what: 'Тип операции',
    received: 'Получено',
    receipt: 'Чек',
    setAside: 'Зарезервировано',
    paid: 'Оплачено',
    nothing: 'Ничего не найдено',
    everything: 'Показать всё',
    csv: 'Скачать историю в CSV',
    perRun: 'Токенов на результат',
    perDay: 'Токенов в день',
    save: 'Сохранить лимиты',
    wrong: 'Введите целое число или оставьте поле пустым.',
    overRun: /Больше вашего лимита на результат: 1 токен/,
    refused: /ваш лимит на один результат — 1/,
    limits: 'Ваши лимиты',
    generate: labels.ru.generate,
    today: /^Сегодня: \d+ из 50$/,
    image: 'Изображение',
    byDay: 'По дням',
    models: 'Часто используемые модели',
    year: 'Год по дням',
    weeks: 'По неделям',
    step: 'Шаг графика',
    waiting: 'Время ожидания',
    none: 'За этот период результатов нет',
  },
} as const

const pictures = { en: ['A cat in the snow', 'A lighthouse'], ru: ['Кошка на снегу', 'Старый маяк'] } as const
const word = { en: 'cats', ru: 'кошки' } as const

async function havePictures(page: Page, locale: 'en' | 'ru') {
  await haveAccount(page)
  await makeWorks(
    page,
    pictures[locale].map((prompt) => ({ model: 'sketch-image', prompt, options: { size: '512' } })),
  )
}

inEachLanguage((locale) => {
  const t = say[locale]
  const [cat, lighthouse] = pictures[locale]

  test('the history of tokens is searched, explained and saved, and a limit that the user sets holds', async ({ page }) => {
    test.slow()
    await havePictures(page, locale)
    await openHydrated(page, '/profile/tokens')
    await expect(page.getByRole('link', { name: lighthouse })).toBeVisible()

    await page.getByRole('searchbox', { name: t.search }).fill(word[locale])
    await expect(page.getByRole('link', { name: lighthouse })).toBeHidden()
    await expect(page).toHaveURL(/q=/)
    await page.getByRole('button', { name: t.receipt }).click()
    const receipt = page.getByRole('list', { name: t.receipt })
    await expect(receipt.getByRole('listitem')).toContainText([t.setAside, t.paid])
    await expectNoBarriers(page, 'the history of tokens', { within: 'main' })

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: t.csv }).click()
    const csv = await readFile(await (await download).path(), 'utf8')
    expect(csv.trimEnd().split('\r\n')).toHaveLength(3)
    expect(csv).toContain(cat)

    await page.getByRole('combobox', { name: t.what }).click()
    await choose(page.getByRole('option', { name: t.received }))
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

    await openHydrated(page, '/dashboard/image')
    await page.getByRole('textbox').first().fill('One more')
    await expect(page.getByText(t.overRun)).toBeVisible()
    await page.getByRole('button', { name: t.generate }).click()
    await expect(page.getByText(t.refused)).toBeVisible()
    await page.getByRole('link', { name: t.limits }).click()
    await expect(page.getByLabel(t.perRun)).toHaveValue('1')
  })

  test('statistics are the same in charts, tables and files', { tag: '@full' }, async ({ page }) => {
    await havePictures(page, locale)
    await openHydrated(page, '/profile/statistics')
    const image = page.getByRole('region', { name: t.image, exact: true })
    await image.getByText(t.byDay, { exact: true }).click()
    await expect(image.getByRole('table').getByRole('row')).toHaveCount(2)
    await expect(image.getByRole('row').last()).toContainText('2')
    await expect(page.getByRole('region', { name: t.models })).toContainText('2')
    await expect(page.getByRole('region', { name: t.year })).toBeVisible()
    await expectNoBarriers(page, 'statistics', { within: 'main' })

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const csv = await readFile(await (await download).path(), 'utf8')
    expect(csv.trimEnd().split('\r\n')[1]).toMatch(/^\d{4}-\d\d-\d\d,image,2,2,0,0,\d+,\d+,\d+$/)

    // The choice is stored in the URL, and the radio follows when the navigation has ended.
    await page.getByRole('radio', { name: t.waiting }).click()
    await expect(page).toHaveURL(/show=wait/)
    await page.getByRole('combobox', { name: t.step }).click()
    await choose(page.getByRole('option', { name: t.weeks }))
    await expect(page).toHaveURL(/by=week/)

    await page.goto('/profile/statistics?from=2020-01-01&to=2020-01-31')
    await expect(page.getByRole('heading', { name: t.none })).toBeVisible()
  })
})
