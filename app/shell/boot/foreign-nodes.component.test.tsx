import { render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { guardForeignNodes } from './foreign-nodes.ts'

const { removeChild, insertBefore, appendChild } = Node.prototype

beforeEach(() => guardForeignNodes())
// The tests of a worker share its document.
afterEach(() => void Object.assign(Node.prototype, { removeChild, insertBefore, appendChild }))

/** Replaces a text as the translator of Chrome does: by an element with other words. */
function translate(text: ChildNode, words = text.textContent ?? '') {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')]
  inner.textContent = `<${words}>`
  outer.append(inner)
  text.replaceWith(outer)
}

const textsOf = (element: Element) => [...element.childNodes].filter((node) => node instanceof Text)

type Shown = { count: number; isWarned: boolean; lead: boolean }

function Price({ count, isWarned, lead }: Shown) {
  return (
    <p>
      {lead && <b>Now: </b>}
      {count} tokens
      {isWarned && ' at most'}
    </p>
  )
}

function open() {
  let shown: Shown = { count: 4, isWarned: true, lead: false }
  const { container, rerender } = render(<Price {...shown} />)
  const [line] = container.children
  if (!line) throw new Error('nothing was rendered')
  const change = (by: Partial<Shown>) => {
    shown = { ...shown, ...by }
    rerender(<Price {...shown} />)
  }
  return { line, change }
}

test('a translated text is removed and inserted before without an error', async () => {
  const { line, change } = open()
  for (const text of textsOf(line)) translate(text)
  await Promise.resolve()
  change({ isWarned: false })
  expect(line.textContent).not.toContain('at most')
  change({ lead: true })
  expect(line.textContent).toMatch(/^Now: /)
  expect(line.querySelectorAll('b')).toHaveLength(1)
})

test('a change of a translated text is shown', async () => {
  const { line, change } = open()
  for (const text of textsOf(line)) translate(text)
  await Promise.resolve()
  change({ count: 12 })
  await Promise.resolve()
  expect(line.textContent).toMatch(/^12/)
  expect(line.textContent).not.toContain('<4>')
})

test('texts that became one translation come back in their order', async () => {
  const { line, change } = open()
  const [first, ...others] = textsOf(line)
  if (!first) throw new Error('there is no text')
  const words = line.textContent
  translate(first, words)
  for (const text of others) text.remove()
  await Promise.resolve()
  change({ count: 5 })
  await Promise.resolve()
  expect(line.textContent).toBe('5 tokens at most')
})

test('a translation right before a change, which no observer has seen yet, does no harm', () => {
  const { line, change } = open()
  for (const text of textsOf(line)) translate(text)
  change({ isWarned: false, lead: true })
  expect(line.textContent).toMatch(/^Now: /)
  expect(line.textContent).not.toContain('at most')
})

test('a text wrapped by an extension is removed', async () => {
  const { line, change } = open()
  const text = textsOf(line).at(-1)
  if (!text) throw new Error('there is no text')
  const mark = document.createElement('mark')
  text.replaceWith(mark)
  mark.append(text)
  await Promise.resolve()
  change({ isWarned: false })
  expect(line.textContent).toBe('4 tokens')
})
