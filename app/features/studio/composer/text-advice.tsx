import { Trans, useLingui } from '@lingui/react/macro'
import type { Advice } from '#app/contract/runs/generations.ts'
import { type AdviceNoteProps, Note, Suggested } from './advice-parts.tsx'

/** Advises on requests that require a language model and on texts too short for their task; suggests tasks that work. */
export function TextAdvice({ composer, advice }: AdviceNoteProps) {
  const { t } = useLingui()
  const { model, prompt } = composer
  const example = advice.possible ? undefined : model?.prompt.examples.find((other) => other !== prompt && other.length > 100)
  return (
    <Note>
      <p>
        <Reason advice={advice} />
      </p>
      {(advice.suggestions.length > 0 || example) && (
        <div role="group" aria-label={t`Things to do instead`} className="flex flex-wrap gap-1.5">
          {advice.suggestions.map((suggestion) => {
            const name = suggestion.label
            return (
              <Suggested key={`${suggestion.model} ${name ?? suggestion.prompt}`} composer={composer} suggestion={suggestion}>
                {suggestion.model && name ? <Trans>Use {name}</Trans> : (name ?? suggestion.prompt)}
              </Suggested>
            )
          })}
          {example && (
            <Suggested composer={composer} suggestion={{ label: null, prompt: example, model: null, options: null }}>
              <Trans>Try an example</Trans>
            </Suggested>
          )}
        </div>
      )}
    </Note>
  )
}

function Reason({ advice: { kind, possible, words, suggestions } }: { advice: Advice }) {
  if (kind === 'too_short') {
    return (
      <>
        <span className="font-medium">
          <Trans>This is short already: nothing to leave out.</Trans>
        </span>{' '}
        {suggestions.length > 0 ? <Trans>Add more text, or choose another task:</Trans> : <Trans>Add more text.</Trans>}
      </>
    )
  }
  if (possible && words.length > 0) {
    return (
      <>
        <span className="font-medium">
          <Trans>This theme isn’t in the model’s vocabulary.</Trans>
        </span>{' '}
        <Trans>The verse will be about things in general. A haiku will name your theme:</Trans>
      </>
    )
  }
  if (possible) {
    return (
      <>
        <span className="font-medium">
          <Trans>This model doesn’t write from scratch.</Trans>
        </span>{' '}
        <Trans>It will work on these sentences themselves.</Trans>
      </>
    )
  }
  return (
    <>
      <span className="font-medium">
        <Trans>This model doesn’t answer questions or write from scratch.</Trans>
      </span>{' '}
      <Trans>It works on a text that you paste. You can:</Trans>
    </>
  )
}
