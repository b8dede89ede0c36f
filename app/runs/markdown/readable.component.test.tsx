import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { slowParts } from '#tests/fixtures/doubling.ts'
import { readAnswers } from '#tests/fixtures/answers/read-answers.ts'
import { shownIn } from '#tests/fixtures/answers/shown.ts'
import { Readable } from './readable.tsx'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const render = (text: string) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Readable text={text} notesId="a" />
    </I18nProvider>,
  )

/** Formulas are shown as their source, like code. */
const sourceOfFormulas = (text: string) => text.replaceAll(/⟨([^⟩]*)⟩/g, '`$1`')

test.each(readAnswers())('the answer “$name” is readable without scripts', ({ text, shown }) => {
  const place = document.createElement('div')
  place.innerHTML = render(text)
  expect(shownIn(place)).toBe(sourceOfFormulas(shown))
})

test('the readable form of twice the length takes less than three times the work', { tags: ['full'], timeout: 600_000 }, async () => {
  expect(await slowParts(render)).toEqual([])
})

test('the end of a very long answer is shown as it was written', () => {
  const place = document.createElement('div')
  place.innerHTML = render(`${'**Bold** words.\n\n'.repeat(4_000)}**The end**`)
  expect(place.querySelectorAll('strong').length).toBeGreaterThan(2_000)
  expect(place.lastElementChild).toHaveTextContent(/\*\*The end\*\*$/)
})
