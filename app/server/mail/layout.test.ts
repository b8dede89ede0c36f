import { describe, expect, test } from 'vitest'
import { type Locale, locales } from '#config'
import { generationErrorTexts } from '../core/making/generations/error-texts.ts'
import { writeDoneMail } from './done-mail.ts'
import { writeEmailChangedNotice, writeEmailChangeMail, writeEmailChangeNotice, writeEmailTakenMail } from './email-change-mails.ts'
import { writeConnectedNotice, writeLinkedNotice } from './linked-notice.ts'
import type { Mail } from './mailer.ts'
import { writePastDueMail } from './past-due-mail.ts'
import { writePasswordMail } from './password-mail.ts'
import { writePasswordNotice } from './password-notice.ts'
import { writeSecurityNotice } from './security-notice.ts'
import { writeVerificationMail } from './verification-mail.ts'

const siteUrl = 'https://quartet.example'
const token = 'a'.repeat(43)
const at = new Date('2026-11-21T17:07:00Z')

const work = (locale: Locale) =>
  ({ locale, siteUrl, path: '/dashboard?item=1', kind: 'video', words: locale === 'en' ? 'waves' : 'волны' }) as const

const mails: [name: string, write: (locale: Locale, to: string) => Mail, link: string][] = [
  [
    'password reset',
    (locale, to) => writePasswordMail({ to, locale, siteUrl, token, maxAge: 3600 }),
    `${siteUrl}/password/reset?token=${token}`,
  ],
  [
    'email verification',
    (locale, to) => writeVerificationMail({ to, locale, siteUrl, token, maxAge: 259_200 }),
    `${siteUrl}/email/verify?token=${token}`,
  ],
  [
    'new email',
    (locale, to) => writeEmailChangeMail({ to, locale, siteUrl, token, maxAge: 3600 }),
    `${siteUrl}/email/verify?change=${token}`,
  ],
  [
    'another email was asked for',
    (locale, to) => writeEmailChangeNotice({ to, locale, siteUrl, token, maxAge: 3600, email: 'ann@example.com' }),
    `${siteUrl}/email/verify?keep=${token}`,
  ],
  ['the new email has an account', (locale, to) => writeEmailTakenMail({ to, locale, siteUrl }), `${siteUrl}/signin`],
  [
    'email was changed',
    (locale, to) => writeEmailChangedNotice({ to, locale, siteUrl, at, email: 'ann@example.com' }),
    `${siteUrl}/profile/settings`,
  ],
  [
    'password was changed',
    (locale, to) => writePasswordNotice({ to, locale, siteUrl, at, first: false, revokedKeys: 2 }),
    `${siteUrl}/password/forgot`,
  ],
  [
    'password was set',
    (locale, to) => writePasswordNotice({ to, locale, siteUrl, at, first: true, revokedKeys: 0, firstProof: true }),
    `${siteUrl}/password/forgot`,
  ],
  [
    'another service was linked',
    (locale, to) => writeLinkedNotice({ to, locale, siteUrl, provider: 'yandex' }),
    `${siteUrl}/password/forgot`,
  ],
  [
    'a deletion was taken back',
    (locale, to) => writeSecurityNotice({ to, locale, siteUrl, at, event: { kind: 'deletion_taken_back' } }),
    `${siteUrl}/profile/settings`,
  ],
  [
    'another service was connected',
    (locale, to) => writeConnectedNotice({ to, locale, siteUrl, at, provider: 'yandex' }),
    `${siteUrl}/profile/settings`,
  ],
  ['a long run has ended', (locale, to) => writeDoneMail({ ...work(locale), to, failure: null }), `${siteUrl}/dashboard?item=1`],
  [
    'a long run has failed',
    (locale, to) => writeDoneMail({ ...work(locale), to, failure: generationErrorTexts.timeout }),
    `${siteUrl}/dashboard?item=1`,
  ],
  [
    'the parts of a film have ended',
    (locale, to) => writeDoneMail({ ...work(locale), to, failure: null, parts: { ready: 8, failed: 1 } }),
    `${siteUrl}/dashboard?item=1`,
  ],
  [
    'the charge for a plan failed',
    (locale, to) => writePastDueMail({ to, locale, siteUrl, price: { amount: 69_000, currency: 'RUB' }, graceUntil: at }),
    `${siteUrl}/profile/subscription`,
  ],
]

describe.each(mails)('the email “%s”', (_name, write, link) => {
  test.each(locales)('the email is wholly in the person’s language (%s)', (locale) => {
    const { subject, text, html } = write(locale, 'ann@example.com')
    const words = [subject, text, html.replace(/[^]*<body/, '<body').replaceAll(/<[^>]*>|&#?\w+;/g, ' ')].join(' ')
    const foreign =
      locale === 'en'
        ? /[а-яё]+/gi
        : /\b(?!(?:Quartet|https|quartet|example|password|reset|forgot|email|verify|token|com|ann|UTC|profile|subscription|settings|signin|dashboard|item|change|keep|legal|API|a{43})\b)[a-z]{3,}\b/gi
    expect(words.match(foreign)).toBeNull()
    expect(html).toContain(`<html lang="${locale}"`)
  })

  test('the email says the same in text and in HTML, with a button and the plain link', () => {
    const { text, html } = write('en', 'ann@example.com')
    expect(text.split('\n')).toContain(link)
    const targets = [...html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target)
    expect(targets).toEqual([link, link, siteUrl])
    expect(html).toContain(`>${link}</a>`)
    for (const line of text.split('\n').filter((line) => line && !line.startsWith('http') && !line.endsWith(':') && line !== '—'))
      expect(html.replaceAll('&#39;', "'")).toContain(line)
  })

  test('the email loads nothing from anywhere and survives dark mode of mail programs', () => {
    const { html } = write('ru', 'ann@example.com')
    expect(html).not.toMatch(/<img|<link|<script|url\(|src=|@import/i)
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('prefers-color-scheme: dark')
  })

  test('the email escapes user text in HTML', () => {
    const { html } = write('en', `"<img/src=x>&'"@example.com`)
    expect(html).not.toContain('<img')
  })
})

test('the time of a change is written in the person’s language', () => {
  const notice = (locale: Locale) => writePasswordNotice({ to: 'ann@example.com', locale, siteUrl, at, first: false, revokedKeys: 2 }).text
  expect(notice('en')).toMatch(/November 21, 2026 at 5:07\sPM UTC/)
  expect(notice('ru')).toContain('21 ноября 2026 г. в 17:07 UTC')
})
