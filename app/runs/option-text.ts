import { useLingui } from '@lingui/react/macro'
import type { OptionSchema } from '#app/contract/runs/models.ts'
import { ownVoiceId } from '#app/contract/runs/own-voice.ts'
import { useFormat } from '#app/shell/i18n/format.ts'

/** An option's value as shown in the form. */
export function useOptionText() {
  const { t } = useLingui()
  const { number, duration, percent } = useFormat()
  return (schema: OptionSchema | undefined, value: string | number | boolean): string => {
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`
    const label = schema && 'x-labels' in schema ? schema['x-labels']?.[String(value)] : undefined
    if (label !== undefined) return label
    if (ownVoiceId(value) !== undefined) return t`Deleted voice`
    if (typeof value === 'string') return value
    if (schema?.type === 'integer' || schema?.type === 'number') {
      if (schema['x-unit'] === 'second') return duration(value * 1000)
      if (schema['x-unit'] === 'percent') return percent(value / 100)
      if (schema['x-unit'] === 'factor') return `${number(value)}×`
      if (schema['x-unit'] === 'bpm') {
        const beats = number(value)
        return t`${beats} bpm`
      }
      if (schema['x-control'] === 'seed') return String(value)
    }
    return number(value)
  }
}
