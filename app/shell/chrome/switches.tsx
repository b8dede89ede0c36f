import { ThemeSwitch } from '#app/shell/theme/theme-switch.tsx'
import { LocaleSwitch } from './locale-switch.tsx'

/** The language and the theme. */
export function Switches() {
  return (
    <>
      <LocaleSwitch />
      <ThemeSwitch />
    </>
  )
}
