import * as config from '#config'
import { type ColorPreference, type ColorValue, parsePreference, themeColors } from './color-mode-script.ts'

export const systemQuery = '(prefers-color-scheme: dark)'

const listeners = new Set<() => void>()
/** The choice for this visit, if storage is blocked. */
let chosen: ColorPreference | undefined

export function readPreference(): ColorPreference {
  try {
    return parsePreference(localStorage.getItem(config.colorMode.storageKey) ?? chosen)
  } catch {
    return parsePreference(chosen)
  }
}

export function setPreference(preference: ColorPreference) {
  chosen = preference
  try {
    localStorage.setItem(config.colorMode.storageKey, preference)
  } catch {
    // With blocked storage, the choice lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

export function onPreference(listener: () => void) {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === config.colorMode.storageKey || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', fromOtherTab)
  }
}

export function showColor(value: ColorValue) {
  const { documentElement: html } = document
  if (html.classList.contains(value) && html.style.colorScheme === value) return
  html.classList.remove('light', 'dark')
  html.classList.add(value)
  html.style.colorScheme = value
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', themeColors[value])
}
