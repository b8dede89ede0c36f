import { Trans } from '@lingui/react/macro'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { OptionsSchema } from '#app/contract/runs/models.ts'
import type { Kind } from '#app/contract/base/values.ts'
import { OptionFields } from '#app/runs/options/option-fields.tsx'
import { setOption } from '#app/runs/options/option-values.ts'

type SharedOptionsProps = {
  kind: Kind
  schema: OptionsSchema
  values: OptionValues
  onChange: (values: OptionValues) => void
  failure: ApiFailure | null
}

/** The options that all chosen models have. */
export function SharedOptions({ kind, schema, values, onChange, failure }: SharedOptionsProps) {
  return (
    <fieldset className="grid min-w-0 gap-5">
      <legend className="mb-3 font-medium">
        <Trans>Settings for all models</Trans>
      </legend>
      <OptionFields
        kind={kind}
        schema={schema}
        values={values}
        onChange={(name, value) => onChange(setOption(values, name, value))}
        errors={failure?.fields}
      />
    </fieldset>
  )
}
