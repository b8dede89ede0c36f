import { useLingui } from '@lingui/react/macro'
import { ImagePlus, Volume2 } from 'lucide-react'
import { startOfText } from '#app/contract/base/start-of-text.ts'
import { type Making, makersOf } from '#app/contract/studio/makings.ts'
import { useModels } from '#app/shell/data/generations.queries.ts'
import { toPlainText } from '#app/runs/markdown/plain-text.ts'
import { IconButton } from '#app/ui/controls/button.tsx'
import type { Replacement } from '../composer/use-replacement.ts'
import { useOffered } from '../slash/use-offered.ts'

/** Characters of an answer that describe a picture; the rest is more than a model draws. */
const longestScene = 1_000

/** Writes an answer into the message as a command, which is sent for the price on its button. */
export function MakeOfAnswer({ text, onWrite }: { text: string; onWrite: (next: Replacement) => void }) {
  const { t } = useLingui()
  const models = useModels()
  const isOffered = useOffered()
  const makerOf = (making: Making) => (isOffered('create') ? makersOf(models, making).find(({ available }) => available) : undefined)
  const [artist, speaker] = [makerOf('picture'), makerOf('speech')]
  const write = (model: NonNullable<typeof artist>, most: number) =>
    onWrite({ prompt: startOfText(toPlainText(text), Math.min(most, model.prompt.max_length)), model: model.id })
  return (
    <>
      {artist && (
        <IconButton label={t`Create an image of this`} onClick={() => write(artist, longestScene)} className="text-ink-soft hover:text-ink">
          <ImagePlus aria-hidden strokeWidth={1.75} />
        </IconButton>
      )}
      {speaker && (
        <IconButton label={t`Read aloud`} onClick={() => write(speaker, Number.POSITIVE_INFINITY)} className="text-ink-soft hover:text-ink">
          <Volume2 aria-hidden strokeWidth={1.75} />
        </IconButton>
      )}
    </>
  )
}
