import { ScriptOnce, useMatches } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from 'react'
import { config } from '#config'
import { colorModeScript, type ColorPreference, type ColorValue, parsePreference, resolveColor, themeColors } from './color-mode-script.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Shows the page in one mode whatever the person prefers. */
    colorMode?: ColorPreference
  }
}

type ColorMode = {
  preference: ColorPreference
  /** What is shown. */
  value: ColorValue
  /** True on the server and until the page lives: the preference is only in the browser. */
  unknown: boolean
  /** Set by the page that is open. */
  forced: boolean
  setPreference: (preference: ColorPreference) => void
}

const { storageKey } = config.colorMode
const listeners = new Set<() => void>()
/** Keeps the choice for this visit where storage is blocked. */
let chosen: ColorPreference | undefined

function readPreference(): ColorPreference {
  try {
    return parsePreference(localStorage.getItem(storageKey) ?? chosen)
  } catch {
    return parsePreference(chosen)
  }
}

function setPreference(preference: ColorPreference) {
  chosen = preference
  try {
    localStorage.setItem(storageKey, preference)
  } catch {
    // Blocked storage: the choice lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', fromOtherTab)
  }
}

const systemQuery = '(prefers-color-scheme: dark)'
function subscribeToSystem(listener: () => void) {
  const media = window.matchMedia(systemQuery)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

const neverChanges = () => () => {}
const ColorModeContext = createContext<ColorMode | null>(null)

export function ColorModeProvider({ children }: { children: ReactNode }) {
  const forced = useForcedColor()
  const preference = useSyncExternalStore(subscribe, readPreference, () => config.colorMode.default)
  const systemIsDark = useSyncExternalStore(
    subscribeToSystem,
    () => window.matchMedia(systemQuery).matches,
    () => false,
  )
  const unknown = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )
  const value = forced ?? resolveColor(preference, systemIsDark)

  useEffect(() => {
    if (!unknown) show(value)
  }, [unknown, value])

  const mode = useMemo(() => ({ preference, value, unknown, forced: forced !== null, setPreference }), [preference, value, unknown, forced])
  return <ColorModeContext value={mode}>{children}</ColorModeContext>
}

export function useColorMode(): ColorMode {
  const mode = use(ColorModeContext)
  if (!mode) throw new Error('useColorMode needs a ColorModeProvider above it.')
  return mode
}

/** Goes into the head, before the styles. */
export function ColorModeScript() {
  return <ScriptOnce>{colorModeScript(useForcedColor())}</ScriptOnce>
}

/** The innermost page that forces a mode wins. */
function useForcedColor(): ColorValue | null {
  const forced = useMatches({ select: (matches) => matches.findLast((match) => match.staticData.colorMode)?.staticData.colorMode })
  if (forced === undefined) return null
  if (forced !== 'system') return forced
  // oxlint-disable-next-line no-console -- For whoever wrote the page.
  console.warn('You cannot force the colorMode to system at the page level.')
  return null
}

function show(value: ColorValue) {
  const { documentElement: html } = document
  if (html.classList.contains(value) && html.style.colorScheme === value) return
  html.classList.remove('light', 'dark')
  html.classList.add(value)
  html.style.colorScheme = value
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', themeColors[value])
}
