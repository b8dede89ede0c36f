import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, render, waitFor } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { isRich } from '#app/ui/text/is-rich.ts'
import { RichText } from '#app/ui/text/rich-text.tsx'
import { readAnswers } from '#tests/fixtures/answers/read-answers.ts'
import { shownIn } from '#tests/fixtures/answers/shown.ts'
import Markdown from './markdown.tsx'

const answers = readAnswers()
const shown = new Map<string, string>()
const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

// All at once, because the first formula loads the renderer of formulas.
beforeAll(async () => {
  // KaTeX warns in a document without a type, as the simulated one is.
  Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat', configurable: true })
  await import('./math.ts')
  const { container, unmount } = render(
    <I18nProvider i18n={i18n}>
      {answers.map(({ name, text }) => (
        <section key={name} data-answer={name}>
          <Markdown text={text} />
        </section>
      ))}
      <Markdown text="$x^2$" />
    </I18nProvider>,
  )
  await waitFor(() => {
    if (!container.lastElementChild?.querySelector('.katex')) throw new Error('no formula is shown yet')
  })
  await act(async () => {})
  for (const element of container.querySelectorAll('[data-answer]')) shown.set(element.getAttribute('data-answer') ?? '', shownIn(element))
  unmount()
})

test('there are enough samples, each with a name of its own', () => {
  expect(new Set(answers.map(({ name }) => name)).size).toBe(answers.length)
})

test.each(answers)('the answer “$name” is shown as it was meant', ({ name, shown: meant }) => {
  expect(shown.get(name)).toBe(meant)
})

test.each(answers.filter(({ text }) => !isRich(text)))(
  'the answer “$name” is shown alike without a Markdown parser',
  ({ text, shown: meant }) => {
    const place = document.createElement('div')
    place.innerHTML = renderToStaticMarkup(<RichText text={text} />)
    expect(shownIn(place)).toBe(meant)
  },
)
