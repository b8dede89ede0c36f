import { act, render } from '@testing-library/react'
import { useEffect, useRef } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useFollow } from './use-follow.ts'

/** A window of 700 pixels; the simulated browser lays nothing out. */
const page = { height: 3_000, grow: () => {} }
type Follow = ReturnType<typeof useFollow>
let follow: Follow

function Conversation({ onRender }: { onRender: (now: Follow) => void }) {
  const content = useRef<HTMLDivElement>(null)
  const now = useFollow(content)
  useEffect(() => {
    onRender(now)
  })
  return (
    <div ref={content}>
      <ul data-testid="list" />
    </div>
  )
}

const end = () => page.height - 700
const moveTo = (top: number) => {
  window.scrollY = top
  act(() => void window.dispatchEvent(new Event('scroll')))
}
const turnWheel = (deltaY: number, target: EventTarget = document.body) =>
  act(() => void target.dispatchEvent(new WheelEvent('wheel', { deltaY, bubbles: true })))
const growBy = (pixels: number) => {
  page.height += pixels
  act(() => page.grow())
}

beforeEach(() => {
  page.height = 3_000
  Object.defineProperty(window, 'innerHeight', { value: 700, configurable: true })
  Object.defineProperty(window, 'scrollY', { value: 0, writable: true, configurable: true })
  Object.defineProperty(document.documentElement, 'scrollHeight', { get: () => page.height, configurable: true })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        page.grow = onResize
      }
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(window, 'scrollTo').mockImplementation((...given: unknown[]) => {
    const [to] = given
    if (typeof to === 'object' && to !== null && 'top' in to) window.scrollY = Math.min(Number(to.top), end())
  })
  render(<Conversation onRender={(now) => (follow = now)} />)
  act(() => follow.toEnd())
})

test('the end of a growing answer stays in view', () => {
  growBy(500)
  expect(window.scrollY).toBe(end())
})

test('a turn of the wheel that a slow machine carries out late is not undone by what is written meanwhile', () => {
  const place = window.scrollY
  turnWheel(-400)
  // The page is still at its end when the event of an earlier movement arrives.
  moveTo(place)
  growBy(500)
  expect(window.scrollY).toBe(place)
  moveTo(place - 400)
  growBy(500)
  expect(window.scrollY).toBe(place - 400)
  expect(follow.far).toBe(true)
})

test('a reader who has scrolled up stays there when the conversation gets its address, and others are at the end', () => {
  page.height = 2_000
  moveTo(end())
  act(() => follow.backToEnd())
  growBy(1_000)
  expect(window.scrollY).toBe(end())
  turnWheel(-400)
  moveTo(end() - 400)
  act(() => follow.backToEnd())
  expect(window.scrollY).toBe(end() - 400)
})

test('a wheel that moves a list leaves the page at the end of the answer', () => {
  const list = document.querySelector('ul')
  if (!list) throw new Error('There is a list.')
  list.scrollTop = 50
  turnWheel(-400, list)
  growBy(500)
  expect(window.scrollY).toBe(end())
})

test('at the end again, the page follows again', () => {
  turnWheel(-400)
  moveTo(end() - 400)
  turnWheel(400)
  moveTo(end())
  growBy(500)
  expect(window.scrollY).toBe(end())
})
