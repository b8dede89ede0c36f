import { beforeEach, expect, test } from 'vitest'
import { announcementScript, dismissedKey, parseDismissed, withDismissed } from './announcement-script.ts'

let stored: string | null | 'blocked'
beforeEach(() => {
  stored = null
})

type Shown = { dataset: { announcement: string; until?: string }; hidden: boolean }

/** Runs the script on three announcements, the last of which has ended, with the parts of a browser that it uses. */
function show({ isPlain = false } = {}) {
  const shown: Shown[] = [
    { dataset: { announcement: 'a' }, hidden: false },
    { dataset: { announcement: 'b' }, hidden: false },
    { dataset: { announcement: 'c', until: new Date(Date.now() - 1).toISOString() }, hidden: false },
  ]
  const time = { dateTime: '2026-11-25T12:00:00Z', textContent: 'UTC' }
  let onClick: (event: object) => void = () => expect.unreachable()
  let focused = false
  const bar = {
    querySelectorAll: (selector: string) => (selector === 'time' ? [time] : shown),
    addEventListener: (_name: string, listener: typeof onClick) => void (onClick = listener),
  }
  const refuseIfBlocked = () => {
    if (stored === 'blocked') throw new Error('SecurityError')
    return stored
  }
  const browser = {
    localStorage: {
      getItem: (key: string) => (key === dismissedKey ? refuseIfBlocked() : null),
      setItem: (_key: string, value: string) => {
        refuseIfBlocked()
        stored = value
      },
    },
    document: {
      currentScript: { previousElementSibling: bar },
      documentElement: { lang: 'en', dataset: isPlain ? { plain: 'home' } : {} },
      querySelector: () => ({ focus: () => void (focused = true) }),
    },
  }
  new Function(...Object.keys(browser), announcementScript())(...Object.values(browser))
  return {
    visible: () => shown.filter(({ hidden }) => !hidden).map(({ dataset }) => dataset.announcement),
    time: time.textContent,
    dismiss(id: string) {
      const button = { closest: () => shown.find(({ dataset }) => dataset.announcement === id) }
      onClick({ target: { closest: () => button } })
      return focused
    },
  }
}

test('an ended announcement is hidden, and a dismissed one stays hidden', () => {
  const page = show()
  expect(page.visible()).toEqual(['a', 'b'])
  expect(page.dismiss('a')).toBe(true)
  expect(page.visible()).toEqual(['b'])
  expect(parseDismissed(stored)).toEqual(['a'])
  expect(show().visible()).toEqual(['b'])
})

test.each(['', '{', '7', '{"a":1}', '["a",1,null]', null])('the script reads and writes the stored %j as the app does', (value) => {
  stored = value
  const hidden = parseDismissed(value)
  const page = show()
  expect(page.visible()).toEqual(['a', 'b'].filter((id) => !hidden.includes(id)))
  page.dismiss('b')
  expect(stored).toBe(withDismissed(value, 'b'))
})

test('announcements are shown and can be hidden where storage is blocked', () => {
  stored = 'blocked'
  const page = show()
  page.dismiss('a')
  expect(page.visible()).toEqual(['b'])
})

test('only the latest dismissed announcements are remembered', () => {
  let list: string | null = null
  for (let count = 0; count < 40; count += 1) list = withDismissed(list, String(count))
  expect(parseDismissed(list)).toHaveLength(30)
  expect(parseDismissed(list).at(-1)).toBe('39')
})

test('times are shown in the local zone on pages without the framework, where nothing else does it', () => {
  expect(show().time).toBe('UTC')
  expect(show({ isPlain: true }).time).toContain('2026')
})
