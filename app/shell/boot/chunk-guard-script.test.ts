import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type ChunkGuard, chunkGuardScript, incompleteNoticeId } from './chunk-guard-script.ts'

const entry = { tagName: 'SCRIPT', type: 'module' }
const stylesheet = { tagName: 'LINK', rel: 'stylesheet', sheet: {} as object | null }

let now: number
let stored: Map<string, string>
beforeEach(() => {
  now = 1_000
  stored = new Map()
})

type Options = { path?: string; blocked?: boolean; onLine?: boolean; sheet?: object | null; readyState?: string }

/** The parts of a document that the script uses. */
function load({ path = '/dashboard', blocked = false, onLine = true, sheet = {}, readyState = 'complete' }: Options = {}) {
  const window = Object.assign(new EventTarget(), { chunkGuard: undefined as ChunkGuard | undefined })
  const notice = { hidden: true }
  const document = Object.assign(new EventTarget(), {
    readyState,
    getElementById: (id: string) => (id === incompleteNoticeId ? notice : null),
    querySelector: () => ({ ...stylesheet, sheet }),
  })
  const reload = vi.fn<() => void>()
  const browser = {
    window,
    document,
    location: { pathname: path, reload },
    navigator: { onLine },
    sessionStorage: {
      getItem(key: string) {
        if (blocked) throw new Error('SecurityError')
        return stored.get(key) ?? null
      },
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
    Date: { now: () => now },
  }
  new Function(...Object.keys(browser), chunkGuardScript())(...Object.values(browser))
  const guard = window.chunkGuard
  if (!guard) throw new Error('the script set no guard')
  return {
    guard,
    reload,
    notice,
    parsed: () => document.dispatchEvent(new Event('DOMContentLoaded')),
    fail(target: object) {
      window.dispatchEvent(Object.defineProperty(new Event('error'), 'target', { value: target }))
    },
    failImport() {
      const payload = new Error('Failed to fetch dynamically imported module: /assets/a.js')
      const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload })
      window.dispatchEvent(event)
      return { message: payload.message, prevented: event.defaultPrevented }
    },
  }
}

describe('the claim of a reload', () => {
  test('a reload is claimed once in ten seconds for a path', () => {
    const { guard } = load()
    expect(guard.claim('/dashboard')).toBe(true)
    now = 10_999
    expect(load().guard.claim('/dashboard')).toBe(false)
    now = 11_000
    expect(guard.claim('/dashboard')).toBe(true)
  })

  test('the claim of one path neither blocks nor frees another', () => {
    const { guard } = load()
    expect(guard.claim('/dashboard')).toBe(true)
    now = 1_500
    expect(guard.claim('/profile/tokens')).toBe(true)
    now = 2_000
    expect([guard.claim('/dashboard'), guard.claim('/profile/tokens')]).toEqual([false, false])
  })

  test('a reload is refused without storage, where nothing could stop a loop', () => {
    expect(load({ blocked: true }).guard.claim('/dashboard')).toBe(false)
  })
})

describe('before hydration', () => {
  test.each([
    ['a lost entry', (page: ReturnType<typeof load>) => page.fail(entry)],
    ['a lost stylesheet', (page: ReturnType<typeof load>) => page.fail(stylesheet)],
    ['a lost import', (page: ReturnType<typeof load>) => void page.failImport()],
  ])('%s before hydration reloads the page once and then shows the notice', (_what, lose) => {
    const first = load()
    lose(first)
    lose(first)
    expect([first.reload.mock.calls.length, first.notice.hidden]).toEqual([1, true])
    const second = load()
    lose(second)
    lose(second)
    expect([second.reload.mock.calls.length, second.notice.hidden]).toEqual([0, false])
  })

  test('a stylesheet that failed before the script ran is found', () => {
    expect(load({ sheet: null }).reload).toHaveBeenCalledOnce()
  })

  test('a lost script prevents hydration, a lost stylesheet does not', () => {
    const [script, style] = [load(), load()]
    script.fail(entry)
    style.fail(stylesheet)
    expect([script.guard.isLost, style.guard.isLost]).toEqual([true, false])
  })

  test.each([
    ['without storage', { blocked: true }],
    ['offline', { onLine: false }],
  ])('the page keeps the notice %s', (_what, options) => {
    const page = load(options)
    page.fail(entry)
    expect([page.reload.mock.calls.length, page.notice.hidden]).toEqual([0, false])
  })

  test('the notice waits for the end of the document', () => {
    const page = load({ blocked: true, readyState: 'loading' })
    page.fail(entry)
    expect(page.notice.hidden).toBe(true)
    page.parsed()
    expect(page.notice.hidden).toBe(false)
  })

  test('a lost image and a failed preload are ignored', () => {
    const page = load()
    page.fail({ tagName: 'IMG' })
    page.fail({ tagName: 'LINK', rel: 'modulepreload' })
    expect(page.reload).not.toHaveBeenCalled()
  })
})

test('the error of a lost import does not make the router reload the page', () => {
  expect(load().failImport()).toEqual({
    message: 'Lost chunk: Failed to fetch dynamically imported module: /assets/a.js',
    prevented: true,
  })
  expect(load().failImport().prevented).toBe(false)
})

test('the app decides about reloads once it is hydrated', () => {
  const page = load()
  page.guard.isTaken = true
  page.fail(stylesheet)
  expect(page.failImport().message).toMatch(/^Lost chunk/)
  expect([page.reload.mock.calls.length, page.notice.hidden, page.guard.isLost]).toEqual([0, true, false])
})
