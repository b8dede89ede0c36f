/** The looks of screenshots, and what is done on a page before one is taken. */
import type { Page } from '@playwright/test'
import type { Locale } from '#config'
import { prompts } from './cast.ts'

export const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const
export const schemes = ['light', 'dark'] as const
export type Size = keyof typeof sizes
type Scheme = (typeof schemes)[number]
export type Look = { size: Size; locale: Locale; scheme: Scheme }
export const labelOf = ({ size, locale, scheme }: Look) => `${size}-${locale}-${scheme}`

/** Waits a fixed time, because fade-ins do not report their end. */
export const settle = (page: Page) => page.waitForTimeout(500)
/**
 * Waits until the page is hydrated, fonts and visible images are loaded, and skeletons are gone. Waiting for an idle network is impossible,
 * because the event stream stays open.
 */
export async function untilQuiet(page: Page) {
  await page
    .waitForFunction(
      () => {
        const inSight = (image: HTMLImageElement) => image.getBoundingClientRect().top < innerHeight
        const isHolding = [...document.querySelectorAll('.animate-breathe')].some((place) => place.checkVisibility())
        const isLive = 'live' in document.documentElement.dataset || location.pathname.startsWith('/offline/')
        const isPainted = document.fonts.status === 'loaded' && [...document.images].every((image) => image.complete || !inSight(image))
        return isLive && isPainted && !isHolding
      },
      undefined,
      { timeout: 15_000 },
    )
    .catch(() => undefined)
  await settle(page)
}
export const pressKeys =
  (...keys: string[]) =>
  async (page: Page) => {
    await page.waitForTimeout(3_500)
    await page.mouse.move(0, 0)
    for (const key of keys) await page.keyboard.press(key)
    await page.waitForTimeout(700)
  }
export const typePrompt = (page: Page, { locale }: Look) => page.locator('#content form textarea').first().fill(prompts[locale].images[0])

const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).filter({ visible: true }).first().click()

/** Goes to the checkout and, with a number, chooses an outcome: 0 pays, 1 is declined, 2 stays pending. */
export function buy(outcome?: 0 | 1 | 2) {
  return async (page: Page) => {
    await press(page, /^(?:Buy|Choose) for|^(?:Купить|Выбрать) за/)
    await page.waitForURL(/\/checkout\//)
    const outcomes = [/^(?:Pay|Оплатить)/, /^(?:Decline|Отклонить)/, /^(?:Leave pending|Оставить в обработке)/]
    const name = outcome === undefined ? undefined : outcomes[outcome]
    if (name) {
      await untilQuiet(page)
      await press(page, name)
      await page.waitForURL(/\/orders\//)
    }
    await untilQuiet(page)
  }
}

export async function openReceipt(page: Page) {
  await page
    .getByRole('link', { name: /^(?:Receipt|Чек)/ })
    .first()
    .click()
  await page.waitForURL(/\/receipt/)
  await untilQuiet(page)
}

export async function changePlan(page: Page) {
  await press(page, /^(?:Switch to this plan|Перейти на этот тариф)/)
  await page.getByRole('alertdialog').waitFor()
  await settle(page)
}

export function openByName(name: RegExp) {
  return async (page: Page) => {
    await press(page, name)
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor()
    await settle(page)
  }
}

export async function toLibrary(page: Page) {
  await page.locator('[aria-labelledby="library"]').evaluate((section) => section.scrollIntoView())
  await settle(page)
}

export async function selectFirst(page: Page) {
  // Scrolls the content out from under the bar at the bottom of the page.
  await toLibrary(page)
  await page.locator('[aria-labelledby="library"] li input[type="checkbox"]').first().click({ force: true })
}

/** Shows the reminder again. The people of the screenshots have dismissed it, so that it appears on no other one. */
export async function remind(page: Page) {
  await page.context().clearCookies({ name: 'verify_later' })
  await page.reload()
  await untilQuiet(page)
}

export async function openAccountMenu(page: Page) {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(?:Account|Аккаунт)$/ })
    .click()
  await page.getByRole('dialog').waitFor()
  await settle(page)
}

export async function openSheet(page: Page) {
  await page.locator('#content button[aria-haspopup="dialog"].control').click()
  await page.getByRole('dialog').waitFor()
  await settle(page)
}

export async function askTooMuch(page: Page) {
  await page.getByRole('slider').first().press('End')
  await page.locator('#content form textarea').first().fill('Storm')
  await page.waitForTimeout(900)
}

export async function endSession(page: Page, look: Look) {
  if (look.size === 'desktop') await typePrompt(page, look)
  await page.context().clearCookies({ name: /^auth\./ })
  await page.locator('nav a[href="/dashboard/audio"]').filter({ visible: true }).first().click()
  await page.getByRole('dialog').waitFor()
  await settle(page)
}
