import { useLingui } from '@lingui/react/macro'
import { useFormat } from '#app/shell/format.ts'
import { useSession } from '#app/shell/session.queries.ts'
import { music, speech } from '#app/shell/sound-samples.ts'
import { AudioPlayer } from '#app/ui/audio-player.tsx'
import { type EmptyFeedProps, Examples } from './empty-feed.tsx'
import { sortOf } from './help/model-sort.ts'

export function SoundExample(props: EmptyFeedProps) {
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
