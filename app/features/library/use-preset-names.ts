import { useLingui } from '@lingui/react/macro'
import type { Preset } from './period.ts'

export function usePresetNames(): Record<Preset, string> {
  const { t } = useLingui()
  return { today: t`Today`, week: t`7 days`, month: t`30 days`, year: t`1 year` }
}
