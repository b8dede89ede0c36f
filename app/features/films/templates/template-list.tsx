import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { type TemplateName, templateNames } from './template-names.ts'

/** Drafts of scripts to begin with, free. */
export function TemplateList({ onChoose }: { onChoose: (name: TemplateName) => void }) {
  const { t } = useLingui()
  const id = useId()
  const names: Record<TemplateName, string> = {
    place: t`A place`,
    product: t`A product`,
    poem: t`A poem`,
    explainer: t`An explainer`,
    greeting: t`A greeting`,
    recipe: t`A recipe`,
    trailer: t`A trailer`,
    day: t`From day to night`,
  }
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h2 id={id} className="text-sm font-medium text-ink-soft">
        <Trans>Or begin with a draft, free</Trans>
      </h2>
      <ul className="flex flex-wrap gap-1.5">
        {templateNames.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => onChoose(name)} className="prompt-example">
              {names[name]}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
