import { describe, expect, test } from 'vitest'
import { colorModeScript, type ColorValue, parsePreference, resolveColor, themeColors } from './color-mode-script.ts'

type Browser = { stored: string | null | 'blocked'; systemIsDark: boolean }

/** Runs the script with the parts of a browser that it uses. */
function paint({ stored, systemIsDark }: Browser, forced: ColorValue | null = null) {
  const classes = new Set(['light'])
  const meta = { content: '' }
  const html = {
    classList: { add: (name: string) => classes.add(name), remove: (...names: string[]) => names.forEach((name) => classes.delete(name)) },
    style: { colorScheme: '' },
  }
  const browser = {
    localStorage: {
      getItem: () => {
        if (stored === 'blocked') throw new Error('SecurityError')
        return stored
      },
    },
    matchMedia: () => ({ matches: systemIsDark }),
    document: { documentElement: html, querySelector: () => meta },
  }
  new Function(...Object.keys(browser), colorModeScript(forced))(...Object.values(browser))
  return { classes: [...classes], scheme: html.style.colorScheme, themeColor: meta.content }
}

describe('the stored preference', () => {
  test.each(['system', 'light', 'dark'] as const)('the stored preference %s is applied', (preference) => {
    expect(parsePreference(preference)).toBe(preference)
  })

  test.each([null, undefined, '', 'sepia', 'DARK', ' dark', '"dark"', '<script>', 0, {}])(
    'the stored preference %j counts as the default',
    (stored) => {
      expect(parsePreference(stored)).toBe('system')
    },
  )
})

describe('the first paint', () => {
  test.each([null, 'system', 'light', 'dark', 'sepia', '', 'blocked'])('the first paint agrees with the app for %j', (stored) => {
    for (const systemIsDark of [true, false]) {
      const expected = resolveColor(parsePreference(stored), systemIsDark)
      expect(paint({ stored, systemIsDark })).toEqual({ classes: [expected], scheme: expected, themeColor: themeColors[expected] })
    }
  })

  test('a page that forces a mode gets it, whatever is stored', () => {
    expect(paint({ stored: 'light', systemIsDark: false }, 'dark').classes).toEqual(['dark'])
  })
})
