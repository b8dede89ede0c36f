import { render } from '@testing-library/react'
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { browser } from '#tests/fixtures/component/browser.ts'
import { slowParts } from '#tests/fixtures/doubling.ts'
import { Chunk } from './markdown.tsx'
import { ParseGuard } from './parse-guard.tsx'

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

test('a text of thousands of nested quotations and lists is shown as it is, and the next one is parsed', () => {
  const nested = '> - '.repeat(10_000)
  const { container, rerender } = render(inEnglish(<Chunk text={nested} live={false} />))
  expect(container).toHaveTextContent(nested.trim())
  rerender(inEnglish(<Chunk text="**bold**" live={false} />))
  expect(container.querySelector('strong')).toHaveTextContent('bold')
})

test('a text at which the parser fails is shown as it is, and the next one is parsed again', () => {
  const Parsed = ({ text }: { text: string }) => {
    if (text === 'deep') throw new RangeError('Maximum call stack size exceeded')
    return <strong>{text}</strong>
  }
  const guarded = (text: string) => (
    <ParseGuard text={text} plain={<p>{text}, plain</p>}>
      <Parsed text={text} />
    </ParseGuard>
  )
  const { container, rerender } = render(guarded('deep'))
  expect(container).toHaveTextContent('deep, plain')
  rerender(guarded('flat'))
  expect(container.querySelector('strong')).toHaveTextContent('flat')
  expect(browser.problems.splice(0).join(' ')).toContain('Maximum call stack size exceeded')
})
