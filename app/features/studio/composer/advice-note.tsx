import { Link } from '@tanstack/react-router'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { makingOf } from '#app/contract/studio/makings.ts'
import { useModels } from '#app/shell/data/generations.queries.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { usePricePhrase } from '#app/shell/money/use-price-phrase.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { type AdviceNoteProps, Note, Suggested } from './advice-parts.tsx'
import { TextAdvice } from './text-advice.tsx'
import { useOffered } from '../slash/use-offered.ts'

/** States why the model would miss the point of the prompt, and suggests prompts that work; a tap applies one, with an undo. */
export function AdviceNote({ composer, advice }: AdviceNoteProps) {
  if (advice.kind === 'not_drawn') return <NotDrawn composer={composer} advice={advice} />
  if (advice.kind === 'other_medium' && composer.kind === 'text' && !composer.slash)
    return <MakeInstead composer={composer} advice={advice} />
  if (advice.kind === 'other_medium') return <OtherMedium composer={composer} advice={advice} />
  return <TextAdvice composer={composer} advice={advice} />
}

function NotDrawn({ composer, advice }: AdviceNoteProps) {
  const { t } = useLingui()
  const { instead, free_runs: free } = advice
  const words = advice.words.join(', ')
  const { submit, sending, hydrated } = composer.submission
  const user = useUser()
  const pricePhrase = usePricePhrase()
  const able = advice.suggestions.find(({ model }) => model !== null)
  const to = composer.models.find(({ id }) => id === able?.model)
  const ideas = advice.suggestions.filter(({ model }) => model === null)
  return (
    <Note>
      <p className="wrap-anywhere">
        <span className="font-medium">
          <Trans>I can’t draw “{words}”.</Trans>
        </span>{' '}
        {instead && <Trans>You’d get {instead}.</Trans>}
      </p>
      {able && to && (
        <Suggested composer={composer} suggestion={able}>
          <Trans>
            {to.name} draws this · {pricePhrase(to.price)}
          </Trans>
        </Suggested>
      )}
      {!able && user && user.role !== 'member' && (
        <Link to="/operator/connections" className="text-sm underline">
          <Trans>Connect a model that draws this</Trans>
        </Link>
      )}
      <div role="group" aria-label={t`Ideas that I can draw`} className="flex flex-wrap gap-1.5">
        {ideas.map((suggestion) => (
          <Suggested key={`${suggestion.label} ${suggestion.prompt}`} composer={composer} suggestion={suggestion}>
            {suggestion.label ?? suggestion.prompt}
          </Suggested>
        ))}
      </div>
      {free && free.left > 0 && (
        <Button
          variant="secondary"
          busy={sending}
          disabled={!hydrated || composer.inputs.uploads.busy || composer.model?.available !== true}
          onClick={(event) => event.detail <= 1 && void submit()}
          className="w-full in-data-bar:ml-auto in-data-bar:w-auto"
        >
          <Trans>Create anyway · free</Trans>
        </Button>
      )}
      {free && (
        <p className="text-sm text-ink-soft">
          {free.left > 0 ? (
            <Plural value={free.left} one="# free try left today" other="# free tries left today" />
          ) : (
            <Trans>No free tries left today. Change the prompt or come back tomorrow.</Trans>
          )}
        </p>
      )}
    </Note>
  )
}

/** A text model that is asked for a picture, a video or sound offers to make it. */
function MakeInstead({ composer, advice }: AdviceNoteProps) {
  const { t } = useLingui()
  const models = useModels()
  const pricePhrase = usePricePhrase()
  const isOffered = useOffered()
  const [suggestion] = advice.suggestions
  const to = models.find(({ id }) => id === suggestion?.model)
  const making = to && makingOf(to)
  if (!suggestion || !to || !making || !isOffered('create')) return null
  const names = { picture: t`Create an image`, video: t`Create a video`, music: t`Create music`, speech: t`Read it aloud` }
  return (
    <Note>
      <p>
        <Trans>This model only works on texts.</Trans>
      </p>
      <div>
        <Suggested composer={composer} suggestion={suggestion}>
          {names[making]} · {pricePhrase(to.price)}
        </Suggested>
      </div>
    </Note>
  )
}

function OtherMedium({ composer, advice }: AdviceNoteProps) {
  const [suggestion] = advice.suggestions
  const models = useModels()
  const toMusic = models.some(({ id, options }) => id === suggestion?.model && 'tempo' in options.properties)
  const noise = advice.words.join(', ')
  const readsAloud = composer.model?.options.properties.tempo === undefined
  if (!suggestion) {
    return (
      <Note>
        <p className="wrap-anywhere">
          {readsAloud ? (
            <Trans>I can’t make the noise “{noise}”. You’d get a voice that says it.</Trans>
          ) : (
            <Trans>I can’t make the noise “{noise}”. You’d get a tune.</Trans>
          )}
        </p>
      </Note>
    )
  }
  return (
    <Note>
      <p>
        {toMusic && noise !== '' ? (
          <Trans>This is a noise, and this model reads text aloud.</Trans>
        ) : toMusic ? (
          <Trans>This sounds like music, and this model reads text aloud.</Trans>
        ) : (
          <Trans>This sounds like a text to read aloud, and this model composes music.</Trans>
        )}
      </p>
      <div>
        <Suggested composer={composer} suggestion={suggestion}>
          {toMusic && noise !== '' ? (
            <Trans>Make the sound instead</Trans>
          ) : toMusic ? (
            <Trans>Compose it as music instead</Trans>
          ) : (
            <Trans>Read it aloud instead</Trans>
          )}
        </Suggested>
      </div>
    </Note>
  )
}
