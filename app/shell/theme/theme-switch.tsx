import { useLingui } from '@lingui/react/macro'
import { Monitor, Moon, Sun } from 'lucide-react'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { colorPreferences } from './color-mode-script.ts'
import { useColorMode } from './color-mode.tsx'

/** System, light or dark. Nothing is selected until the browser's preference is known. */
export function ThemeSwitch({ className }: { className?: string }) {
  const { t } = useLingui()
  const { preference, unknown, setPreference } = useColorMode()
  const names = { system: t`System`, light: t`Light`, dark: t`Dark` }
  const icons = { system: Monitor, light: Sun, dark: Moon }
  return (
    <Segmented
      label={t`Theme`}
      choice="theme"
      hideLabel
      size="sm"
      className={className}
      value={unknown ? '' : preference}
      onValueChange={(value) => value && setPreference(value)}
      items={colorPreferences.map((value) => {
        const Icon = icons[value]
        return {
          value,
          label: (
            <>
              <Icon aria-hidden strokeWidth={1.75} />
              <span className="sr-only">{names[value]}</span>
            </>
          ),
        }
      })}
    />
  )
}
