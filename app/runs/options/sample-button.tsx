import { useLingui } from '@lingui/react/macro'
import { Pause, Volume2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { IconButton } from '#app/ui/controls/button.tsx'
import { pauseOthers } from '#app/ui/media/pause-others.ts'

/** Plays a sample of a voice. The button disappears if the sample cannot be loaded. A small one lies on a tile and loads on its first press. */
export function SampleButton({ src, small = false }: { src: string; small?: boolean }) {
  const { t } = useLingui()
  const audio = useRef<HTMLAudioElement>(null)
  const [playing, setPlaying] = useState(false)
  const [missing, setMissing] = useState(false)
  if (missing) return null
  const Icon = playing ? Pause : Volume2
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- Its sound matters, not its text. */}
      <audio
        ref={audio}
        src={src}
        preload={small ? 'none' : 'metadata'}
        onPlay={(event) => {
          pauseOthers(event.currentTarget)
          setPlaying(true)
        }}
        onPause={() => setPlaying(false)}
        onError={() => setMissing(true)}
      />
      <IconButton
        variant={small ? 'ghost' : 'secondary'}
        label={playing ? t`Stop the sample` : t`Play a sample`}
        onClick={() => {
          if (playing) audio.current?.pause()
          else void audio.current?.play().catch(() => setPlaying(false))
        }}
      >
        <Icon aria-hidden strokeWidth={1.75} />
      </IconButton>
    </>
  )
}
