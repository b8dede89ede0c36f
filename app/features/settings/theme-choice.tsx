import { useLingui } from '@lingui/react/macro'
import { Monitor, Moon, Sun } from 'lucide-react'
import { colorPreferences } from '#app/shell/theme/color-mode-script.ts'
import { useColorMode } from '#app/shell/theme/color-mode.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'

/** Nothing is selected until the browser's preference is known. */
export function ThemeChoice() {
  const { t } = useLingui()
  const { preference, unknown, setPreference } = useColorMode()
  const names = { system: t`System`, light: t`Light`, dark: t`Dark` }
  const icons = { system: Monitor, light: Sun, dark: Moon }
  return (
    <Segmented
      label={t`Theme`}
      hideLabel
      size="sm"
      value={unknown ? '' : preference}
      onValueChange={(value) => value && setPreference(value)}
      items={colorPreferences.map((value) => {
        const Icon = icons[value]
        return { value, label: names[value], icon: <Icon aria-hidden strokeWidth={1.75} /> }
      })}
    />
  )
}
