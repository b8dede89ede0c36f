import { ScriptOnce, useMatches } from '@tanstack/react-router'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import * as config from '#config'
import { colorModeScript, type ColorPreference, type ColorValue, resolveColor } from './color-mode-script.ts'
import { onPreference, readPreference, setPreference, showColor, systemQuery } from './color-preference.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Forces a mode for the page, whatever the person prefers. */
    colorMode?: ColorPreference
  }
}

type ColorMode = {
  preference: ColorPreference
  /** The mode in effect. */
  value: ColorValue
  /** Whether the preference is unknown, as on the server and until hydration: only the browser knows it. */
  unknown: boolean
  /** Whether the open page forces the mode. */
  forced: boolean
  setPreference: (preference: ColorPreference) => void
}

function subscribeToSystem(listener: () => void) {
  const media = window.matchMedia(systemQuery)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

const neverChanges = () => () => {}

/**
 * Returns the color mode from a store instead of a context: the value changes at hydration, and a changed context makes React re-render
 * every part that is not hydrated yet.
 */
export function useColorMode(): ColorMode {
  const forced = readForced(useForcing())
  const preference = useSyncExternalStore(onPreference, readPreference, () => config.colorMode.default)
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
  return useMemo(() => ({ preference, value, unknown, forced: forced !== null, setPreference }), [preference, value, unknown, forced])
}

/** Applies the mode to the document while mounted. */
export function ColorModeKeeper() {
  const { unknown, value } = useColorMode()
  useEffect(() => {
    if (!unknown) showColor(value)
  }, [unknown, value])
  return null
}

/** Belongs in the head, before the styles. */
export function ColorModeScript() {
  const forcing = useForcing()
  // oxlint-disable-next-line no-console -- For developers.
  if (forcing === 'system') console.warn('You cannot force the colorMode to system at the page level.')
  return import.meta.env.SSR ? <ScriptOnce>{colorModeScript(readForced(forcing))}</ScriptOnce> : null
}

/** Returns the mode forced by the page; the innermost route wins. */
const useForcing = (): ColorPreference | undefined =>
  useMatches({ select: (matches) => matches.findLast((match) => match.staticData.colorMode)?.staticData.colorMode })

const readForced = (forcing: ColorPreference | undefined): ColorValue | null =>
  forcing === undefined || forcing === 'system' ? null : forcing
