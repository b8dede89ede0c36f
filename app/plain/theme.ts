import { parsePreference, resolveColor } from '#app/shell/theme/color-mode-script.ts'
import { onPreference, readPreference, setPreference, showColor, systemQuery } from '#app/shell/theme/color-preference.ts'
import { all } from './dom.ts'

/** Handles the switch of the theme; the page follows the switch, other tabs and the system. */
export function keepTheme(): void {
  const radios = all<HTMLInputElement>('[data-choice="theme"] input')
  const system = matchMedia(systemQuery)
  function follow() {
    const preference = readPreference()
    for (const radio of radios) radio.checked = radio.value === preference
    showColor(resolveColor(preference, system.matches))
  }
  const choose = ({ value }: HTMLInputElement) => setPreference(parsePreference(value))
  for (const radio of radios) {
    // The theme was chosen before the script had loaded.
    if (radio.checked) choose(radio)
    radio.addEventListener('change', () => choose(radio))
  }
  onPreference(follow)
  system.addEventListener('change', follow)
  follow()
}
