import * as config from '#config'

export const colorPreferences = ['system', 'light', 'dark'] as const
export type ColorPreference = (typeof colorPreferences)[number]
export type ColorValue = Exclude<ColorPreference, 'system'>

/** Color of the browser's address bar. */
export const themeColors: Record<ColorValue, string> = { light: '#fbfaf9', dark: '#0d0e12' }

/** Parses a stored preference; an invalid value counts as the default. */
export function parsePreference(stored: unknown): ColorPreference {
  return colorPreferences.find((preference) => preference === stored) ?? config.colorMode.default
}

export function resolveColor(preference: ColorPreference, systemIsDark: boolean): ColorValue {
  if (preference !== 'system') return preference
  return systemIsDark ? 'dark' : 'light'
}

/**
 * Returns the script that runs before the first paint, so that the wrong theme never flashes. Equivalent to `parsePreference` and
 * `resolveColor` (a test compares them), but self-contained, because no bundle is loaded yet. Storage may be blocked.
 */
export function colorModeScript(forced: ColorValue | null): string {
  return `(()=>{let p=${JSON.stringify(forced)};if(!p){try{p=localStorage.getItem(${JSON.stringify(config.colorMode.storageKey)})}catch{}if(p!=='light'&&p!=='dark'&&p!=='system')p=${JSON.stringify(config.colorMode.default)};if(p==='system')p=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'}let d=document,e=d.documentElement;e.classList.remove('light','dark');e.classList.add(p);e.style.colorScheme=p;let m=d.querySelector('meta[name="theme-color"]');if(m)m.content=${JSON.stringify(themeColors)}[p]})()`
}
