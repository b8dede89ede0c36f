import { Trans } from '@lingui/react/macro'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { useOptionText } from '#app/runs/option-text.ts'
import { statedOptions } from './stated-options.ts'

/** Names the options that were taken from the prompt, as long as they have its values. */
export function StatedNote({ model, prompt, options }: { model: Model; prompt: string; options: OptionValues }) {
  const optionText = useOptionText()
  const taken = Object.entries(statedOptions(prompt, model.options)).flatMap(([name, value]) => {
    const schema = model.options.properties[name]
    return schema && options[name] === value ? [`${schema.title}: ${optionText(schema, value)}`] : []
  })
  if (taken.length === 0) return null
  const list = taken.join(' · ')
  return (
    <p role="status" className="text-sm text-ink-soft wrap-anywhere">
      <Trans>From your prompt: {list}</Trans>
    </p>
  )
}
