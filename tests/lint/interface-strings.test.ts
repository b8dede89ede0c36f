import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findForbiddenString } from '../../scripts/lint/plain-english.mjs'

const unquote = (quoted: string) =>
  [...quoted.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part = '']) => part.replaceAll(/\\(.)/g, '$1')).join('')

/** Files whose strings only administrators read. */
const operatorOnly = /^app\/(?:features\/operator|routes\/_app\/operator|server\/doctor)\//

/** Returns the messages of a catalog by their ids, with the files that use them. */
function messagesOf(locale: 'en' | 'ru', name: string) {
  const file = readFileSync(join(import.meta.dirname, '../../src/locales', locale, `${name}.po`), 'utf8')
  return [...file.matchAll(/((?:^#.*\n)*)^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/gm)].map(([, notes = '', id = '', text = '']) => ({
    id: unquote(id),
    text: unquote(text),
    origins: [...notes.matchAll(/^#: (\S+)/gm)].map(([, path = '']) => path),
  }))
}

test.each([
  ['en', 'messages'],
  ['en', 'server'],
  ['ru', 'messages'],
  ['ru', 'server'],
] as const)('the catalog %s/%s uses one word for one concept', (locale, name) => {
  const messages = messagesOf(locale, name)
  expect(messages.length).toBeGreaterThan(100)
  const found = messages.flatMap(({ id, text }) => findForbiddenString(text, locale, id) ?? [])
  expect(found).toEqual([])
})

test.each([
  ['en', 'Look at the picture'],
  ['en', 'We have kept your prompt'],
  ['en', 'Canceled for good'],
  ['en', 'This model cannot be used'],
  ['en', 'Generate anyway'],
  ['en', 'Make an image from this text'],
  ['en', 'Balance: 0 tokens'],
  ['en', 'Warm colours'],
  ['ru', 'Открыть картинку'],
  ['ru', 'Если запуск не удался, токены вернутся'],
  ['ru', 'Покупка понарошку'],
  ['ru', 'Не вышло'],
  ['ru', 'Оформить подписку'],
] as const)('a forbidden word is reported (%s): %s', (locale, text) => expect(findForbiddenString(text, locale, '')).toBeDefined())

test.each([
  ['en', 'Picture in picture'],
  ['en', 'Everything else works as usual.'],
  ['en', '1,200 tokens'],
  ['en', 'Create an image from this text'],
  ['ru', 'Картинка в картинке'],
  ['ru', 'Видео, картинки, звук и тексты из одной фразы'],
] as const)('an accepted term passes (%s): %s', (locale, text) => expect(findForbiddenString(text, locale, '')).toBeUndefined())

test('members read of results and not of runs in Russian; «запуск» is the term of the administrator’s queue and history', () => {
  const found = (['messages', 'server'] as const).flatMap((name) =>
    messagesOf('ru', name).flatMap(({ id, text, origins }) =>
      /(?<![а-яё])запуск(?!а(?:ть|ет|ют))/i.test(text) && !origins.every((origin) => operatorOnly.test(origin)) ? [`${id}: ${text}`] : [],
    ),
  )
  expect(found).toEqual([])
})

test('sentences have proportional figures, so that “$12” and “15 tokens” are set tight', () => {
  const root = join(import.meta.dirname, '../..')
  const sentences = globSync('app/**/*.tsx', { cwd: root }).flatMap((path) => {
    const code = readFileSync(join(root, path), 'utf8')
    const elements = code.matchAll(
      /<(?:p|span|button)\b[^<>]*\btabular\b[^<>]*>\s*(?:<(?:Trans|Plural)\b|\{t`(?!\$)|\{[^{}]*\b(?:tokenPrice|pricePhrase)\()/g,
    )
    return [...elements].map(() => path)
  })
  expect(sentences).toEqual([])
})
