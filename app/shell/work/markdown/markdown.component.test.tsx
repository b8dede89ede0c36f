import { render } from '@testing-library/react'
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { browser } from '#tests/fixtures/component/browser.ts'
import { slowParts } from '#tests/fixtures/doubling.ts'
import { Chunk } from './markdown.tsx'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const inEnglish = (children: ReactNode) => <I18nProvider i18n={i18n}>{children}</I18nProvider>
/** A chunk is about a screenful. Twice as many nested quotations exceed the stack of the parser. */
const characters = 1_500

test('rendering Markdown of twice the length takes less than three times the work', { tags: ['full'], timeout: 600_000 }, async () => {
  const write = (text: string) => {
    try {
      return renderToString(inEnglish(<Chunk text={text} live={false} />))
    } catch (error) {
      // The next test shows what a page makes of it.
      if (!(error instanceof RangeError)) throw error
      return ''
    }
  }
  expect(write('**bold** and `code`')).toContain('<strong')
  expect(await slowParts(write, characters)).toEqual([])
})

test('a text that the parser can’t read is shown as it is, and the next one is parsed again', () => {
  const nested = '>'.repeat(50_000)
  const { container, rerender } = render(inEnglish(<Chunk text={nested} live={false} />))
  expect(container).toHaveTextContent(nested)
  rerender(inEnglish(<Chunk text="**bold**" live={false} />))
  expect(container.querySelector('strong')).toHaveTextContent('bold')
  expect(browser.problems.splice(0).join(' ')).toContain('Maximum call stack size exceeded')
})
