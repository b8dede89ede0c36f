import { Trans, useLingui } from '@lingui/react/macro'
import { useSession } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { speech } from '#app/shell/media/sound-samples.ts'
import { AudioPlayer } from '#app/ui/media/audio-player.tsx'

/** Shows newcomers a recording and the passages of its transcript. */
export function TranscriptExample() {
  const { t } = useLingui()
  const { clock } = useFormat()
  const { locale } = useSession()
  const { src, peaks, durationMs, words } = speech[locale]
  const passages = words.split(/(?<=\.)\s+/u)
  return (
    <>
      <div className="grid gap-4 rounded-card border border-line bg-surface p-5 sm:p-6">
        <AudioPlayer src={src} name={t`Audio: ${words}`} peaks={peaks} durationMs={durationMs} clock={clock} />
        <ol className="grid gap-2">
          {passages.map((passage, index) => (
            <li key={passage} className="grid grid-cols-[3.75rem_1fr] gap-x-2">
              <span className="tabular pt-0.5 text-sm text-ink-soft">{clock((durationMs / passages.length) * index)}</span>
              {passage}
            </li>
          ))}
        </ol>
      </div>
      <p className="text-ink-soft">
        <Trans>Press a passage to listen from there. Download the transcript as text or as SRT and VTT subtitles.</Trans>
      </p>
    </>
  )
}
