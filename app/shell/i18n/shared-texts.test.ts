import { type MessageDescriptor, type Messages, setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { shareTexts } from './shared-texts.ts'

const catalogues: Record<string, Messages> = {
  en: { save: ['Save'], greet: ['Hello, ', ['name']], runs: [['count', 'plural', { one: ['#', ' run'], other: ['#', ' runs'] }]] },
  ru: {
    save: ['Сохранить'],
    greet: ['Здравствуйте, ', ['name']],
    runs: [['count', 'plural', { one: ['#', ' запуск'], other: ['#', ' запуска'] }]],
  },
}

function open(locale: string, isShared: boolean) {
  const i18n = setupI18n()
  if (isShared) shareTexts(i18n)
  i18n.load(locale, catalogues[locale] ?? {})
  i18n.activate(locale)
  return i18n
}

test.each(['en', 'ru'])('requests that share texts read the same as one that does not: %s', (locale) => {
  const alone = open(locale, false)
  const descriptors: MessageDescriptor[] = [
    { id: 'save' },
    { id: 'greet', values: { name: 'Ann' } },
    { id: 'greet', values: { name: 'Bo' } },
    { id: 'runs', values: { count: 1 } },
    { id: 'runs', values: { count: 3 } },
  ]
  for (const i18n of [open(locale, true), open(locale, true)]) {
    for (const descriptor of descriptors) {
      const { id, values } = descriptor
      expect(i18n._(descriptor)).toBe(alone._(descriptor))
      expect(i18n.t(descriptor)).toBe(alone.t(descriptor))
      expect(i18n._(id, values)).toBe(alone._(id, values))
    }
  }
})

test('the default of a message without a translation is not shared', () => {
  const i18n = open('en', true)
  expect(i18n._('lost', undefined, { message: 'First' })).toBe('First')
  expect(i18n._({ id: 'lost', message: 'Second' })).toBe('Second')
})
