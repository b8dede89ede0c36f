import { expect, it, test } from 'vitest'
import { commands, isMeant, isNaming, nameIn, nameOf, slashIn, slugOf } from './commands.ts'

it.each([
  ['/picture a fox', 'picture', '/picture ', 'a fox'],
  ['/Картинка лиса\nв снегу', 'picture', '/Картинка ', 'лиса\nв снегу'],
  ['/image  a fox', 'picture', '/image  ', 'a fox'],
  ['/video', 'video', '/video', ''],
  ['/say ', 'say', '/say ', ''],
  ['/озвучить Добрый вечер', 'say', '/озвучить ', 'Добрый вечер'],
  ['/music a waltz', 'music', '/music ', 'a waltz'],
  ['/найти маяк', 'find', '/найти ', 'маяк'],
])('%s is a command', (prompt, command, head, words) => {
  expect(slashIn(prompt)).toEqual({ command, head, words })
})

it.each([
  '',
  'a fox',
  '/',
  '/etc/hosts',
  '/picture/a fox',
  '/pictures a fox',
  ' /picture a fox',
  '// a comment',
  'see /picture a fox',
  '/pic a fox',
])('%j is an ordinary message', (prompt) => {
  expect(slashIn(prompt)).toBeNull()
})

it.each([
  ['/', ''],
  ['/Pi', 'pi'],
  ['/найт', 'найт'],
  ['/picture', 'picture'],
])('%s asks for the list', (prompt, typed) => {
  expect(nameIn(prompt)).toBe(typed)
})

it.each(['', 'a/b', '/etc/', '/picture ', '/picture a', '\n/'])('%j does not ask for the list', (prompt) => {
  expect(nameIn(prompt)).toBeNull()
})

test('every command is written by its name in both languages', () => {
  for (const command of commands)
    for (const locale of ['en', 'ru']) expect(slashIn(`/${nameOf(command, locale)} x`)).toMatchObject({ command, words: 'x' })
})

test('a recipe is named by the letters and digits of its name', () => {
  expect(slugOf('  Birthday card, 2026! ')).toBe('birthday-card-2026')
  expect(slugOf('Открытка маме')).toBe('открытка-маме')
  expect(slugOf('!!!')).toBe('')
})

test('a name is meant from its beginning, and from the beginning of each word', () => {
  expect(isMeant('', ['picture'])).toBe(true)
  expect(isMeant('pic', ['picture', 'картинка'])).toBe(true)
  expect(isMeant('карт', ['picture', 'картинка'])).toBe(true)
  expect(isMeant('card', ['birthday-card'])).toBe(true)
  expect(isMeant('ture', ['picture'])).toBe(false)
})

test.each([
  ['/', true],
  ['/pi', true],
  ['/Карт', true],
  ['/picture', true],
  ['/picture ', false],
  ['/pictures', false],
  ['/etc', false],
  ['a', false],
])('%j costs nothing yet: %s', (prompt, expected) => expect(isNaming(prompt)).toBe(expected))
