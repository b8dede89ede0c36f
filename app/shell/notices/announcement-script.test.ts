import { beforeEach, expect, test } from 'vitest'
import { announcementScript, dismissedKey, parseDismissed, withDismissed } from './announcement-script.ts'

let stored: string | null | 'blocked'
beforeEach(() => {
  stored = null
})

type Shown = { dataset: { announcement: string; until?: string }; hidden: boolean }
type More = { hidden: boolean; ariaExpanded: string; textContent: string; dataset: { more: string; less: string } }

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
  const more: More = {
    hidden: false,
    ariaExpanded: 'false',
    textContent: '',
    dataset: { more: JSON.stringify(['none', '1 more', '2 more']), less: 'less' },
  }
  const bar = {
    dataset: { strip: 'closed' },
    querySelector: () => more,
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
    more,
    strip: bar.dataset,
    press: () => onClick({ target: { closest: () => more } }),
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

test('the number of other notices follows what is dismissed, and is not offered for a single one', () => {
  const page = show()
  expect(page.more).toMatchObject({ hidden: false, textContent: '1 more' })
  page.dismiss('a')
  expect(page.more.hidden).toBe(true)
})

test('the strip opens on pages without the framework; elsewhere the app opens it', () => {
  const plain = show({ isPlain: true })
  plain.press()
  expect([plain.strip.strip, String(plain.more.ariaExpanded), plain.more.textContent]).toEqual(['open', 'true', 'less'])
  const app = show()
  // Not a button of a notice.
  Object.assign(app.more, { closest: () => null })
  app.press()
  expect(app.strip.strip).toBe('closed')
})
