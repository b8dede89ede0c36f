import { Trans, useLingui } from '@lingui/react/macro'
import { brokenRule } from '#app/contract/base/input-rules.ts'
import type { Model, ModelInput } from '#app/contract/runs/models.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { useOptionText } from '#app/runs/option-text.ts'
import { useRoleNames } from '#app/runs/role-names.ts'
import { Button } from '#app/ui/controls/button.tsx'
import type { Composer } from './use-composer.ts'

/** Names the rules of the model that the given files break, before the run is submitted, and offers a remedy. */
export function InputRules({ composer, model }: { composer: Composer; model: Model }) {
  const { options, inputs } = composer
  const broken = model.inputs.filter(({ role }) => inputs.given.some((input) => input.role === role))
  return (
    <div role="status" className="grid gap-2 empty:hidden">
      {broken.map((input) => {
        const rule = brokenRule(input, { inputs: inputs.given, options })
        return rule && <Broken key={input.role} composer={composer} model={model} input={input} rule={rule} />
      })}
    </div>
  )
}

type BrokenProps = { composer: Composer; model: Model; input: ModelInput; rule: NonNullable<ReturnType<typeof brokenRule>> }

function Broken({ composer, model, input, rule }: BrokenProps) {
  const { t } = useLingui()
  const { either } = useFormat()
  const names = useRoleNames()
  const optionText = useOptionText()
  const { name } = names[input.role]
  const { needs, not_with: foes = [], when } = input
  const option = when && model.options.properties[when.option]
  const [fitting] = when?.in ?? []
  const others = either(foes.map((role) => names[role].name))
  const needed = needs && names[needs].name
  const values = option && when ? either(when.in.map((value) => optionText(option, value))) : ''
  const title = option?.title
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-control bg-wash py-2 pr-2 pl-3.5 text-sm">
      <p className="min-w-0">
        {rule === 'needs' && (
          <Trans>
            {name}: only together with “{needed}”
          </Trans>
        )}
        {rule === 'not_with' && (
          <Trans>
            {name}: not together with “{others}”
          </Trans>
        )}
        {rule === 'when' && (
          <Trans>
            {name}: only with “{title}” {values}
          </Trans>
        )}
      </p>
      {rule === 'when' && when && option && fitting !== undefined && (
        <Button variant="secondary" size="sm" onClick={() => composer.setOption(when.option, fitting)}>
          {option.title}: {optionText(option, fitting)}
        </Button>
      )}
      {rule !== 'when' && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={t`Remove: ${name}`}
          onClick={() => composer.inputs.remove(...composer.inputs.given.filter(({ role }) => role === input.role))}
        >
          <Trans>Remove</Trans>
        </Button>
      )}
    </div>
  )
}
