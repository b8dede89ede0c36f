import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { kinds } from '#app/contract/base/values.ts'
import { workName } from './work-name.ts'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

test('a work is called by its title, then by its prompt', () => {
  expect(workName(i18n, { type: 'image', title: 'A harbor', prompt: 'boats' })).toBe('A harbor')
  expect(workName(i18n, { type: 'image', title: null, prompt: 'boats' })).toBe('boats')
})

test.each(kinds)('a work of the kind %s without a title and a prompt has a name too', (type) => {
  expect(workName(i18n, { type, title: null, prompt: '' })).not.toBe('')
  expect(workName(i18n, { type, title: '', prompt: '' })).not.toBe('')
})
