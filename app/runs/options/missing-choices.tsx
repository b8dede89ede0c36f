import { Trans } from '@lingui/react/macro'
import type { ChoiceSchema, OptionsSchema } from '#app/contract/runs/models.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { useOptionText } from '#app/runs/option-text.ts'

type MissingChoicesProps = { schema: ChoiceSchema; of: OptionsSchema; offered: readonly string[] }

/** Explains when the missing choices are offered. */
export function MissingChoices({ schema, of: { properties }, offered }: MissingChoicesProps) {
  const { either } = useFormat()
  const optionText = useOptionText()
  return schema.enum
    .filter((choice) => !offered.includes(choice))
    .map((choice) => {
      const when = schema['x-choices-when']?.[choice]
      const other = when && properties[when.option]
      if (!other) return null
      const label = optionText(schema, choice)
      const option = other.title
      const values = either(when.in.map((value) => optionText(other, value)))
      return (
        <p key={choice} className="text-sm text-ink-soft">
          <Trans>
            {label}: only with “{option}” {values}
          </Trans>
        </p>
      )
    })
}
