import { useLingui } from '@lingui/react/macro'
import { useSession } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { music, speech } from '#app/shell/media/sound-samples.ts'
import { AudioPlayer } from '#app/ui/media/audio-player.tsx'
import { sortOf } from '#app/runs/models/model-sort.ts'
import { type ExampleProps, Examples } from './examples.tsx'

export function SoundExample(props: ExampleProps) {
  const { t } = useLingui()
  const { clock } = useFormat()
  const { locale } = useSession()
  const isMusic = props.model && sortOf(props.model) === 'music'
  const { src, peaks, durationMs } = isMusic ? music : speech[locale]
  const words = isMusic ? music.words[locale] : speech[locale].words
  return (
    <Examples {...props} words={words}>
      <div className="rounded-card border border-line bg-surface p-5 sm:p-6">
        <AudioPlayer key={src} src={src} name={t`Audio: ${words}`} peaks={peaks} durationMs={durationMs} clock={clock} />
      </div>
    </Examples>
  )
}
