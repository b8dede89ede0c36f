import { setupI18n } from '@lingui/core'
import { afterEach, expect, test, vi } from 'vitest'
import { type Locale, locales } from '#config'
import { messages as en } from '#locales/en/messages.ts'
import { messages as ru } from '#locales/ru/messages.ts'
import { sendAvatar } from '#app/features/settings/send-avatar.ts'
import { fetchTyped } from './fetch-typed.ts'
import { describeForeign } from './foreign-answer.ts'
import { setForeignWords } from './foreign-words.ts'
import { settle } from './settle.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  setForeignWords(() => undefined)
})

const open = (locale: Locale) => setupI18n({ locale, messages: { en, ru } })

const page = (status: number, type = 'text/html') =>
  new Response(`<html><head><title>${status}</title></head></html>`, { status, headers: { 'content-type': type } })
const answers: [name: string, answer: () => Response, words: RegExp, russian: RegExp][] = [
  ['nginx refuses a large request', () => page(413), /too large|this large.*client_max_body_size/, /client_max_body_size/],
  ['the server behind a proxy is down', () => page(502), /can’t reach it/, /не может связаться с сервером/],
  ['a proxy is in maintenance', () => page(503), /can’t reach it/, /не может связаться с сервером/],
  ['Cloudflare does not reach the server', () => page(522), /can’t reach it/, /не может связаться с сервером/],
  ['a proxy stops waiting', () => page(504), /stopped waiting.*Check whether it worked/, /не дождался/],
  ['a firewall asks for a captcha', () => page(403), /refused the request/, /отклонили запрос/],
  ['a proxy limits requests', () => page(429), /limits how often/, /ограничивает/],
  ['a page in place of JSON', () => page(200), /replaced or cut off/, /подменили или обрезали/],
  ['an empty answer', () => new Response(null, { status: 200 }), /replaced or cut off/, /подменили или обрезали/],
  ['an empty error', () => new Response(null, { status: 502 }), /can’t reach it/, /не может связаться с сервером/],
]

test.each(answers)('an answer that is not our server’s is explained: %s', async (_name, answer, words, russian) => {
  vi.stubGlobal('fetch', () => Promise.resolve(answer()))
  for (const locale of locales) {
    const i18n = open(locale)
    setForeignWords((failure) => describeForeign(i18n, failure))
    const result = await settle(fetchTyped('/_serverFn/a').then(() => ({ ok: true as const, data: null })))
    expect(result).toMatchObject({ ok: false, error: { detail: expect.stringMatching(locale === 'ru' ? russian : words) } })
  }
})

test.each(answers)('an upload reports the same: %s', async (_name, answer, words) => {
  vi.stubGlobal('fetch', () => Promise.resolve(answer()))
  const result = await sendAvatar(new File(['a'], 'a.png'))
  expect(result.ok ? '' : describeForeign(open('en'), result.error)).toMatch(words)
})

test('answers of our server, and a missing one, keep their words', () => {
  const i18n = open('en')
  expect(describeForeign(i18n, { statusCode: 500, statusMessage: '', detail: '', code: 'offline' })).toBeUndefined()
  expect(describeForeign(i18n, { statusCode: 500, statusMessage: '', detail: '', code: 'internal' })).toBeUndefined()
})
