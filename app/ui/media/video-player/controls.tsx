import { useLingui } from '@lingui/react/macro'
import { Captions, CaptionsOff, Maximize, Minimize, Pause, Play, Volume2, VolumeX } from 'lucide-react'
import type { CSSProperties } from 'react'
import { ControlButton } from './control-button.tsx'
import { PlaybackMenu } from './playback-menu.tsx'
import type { Player } from './use-player.ts'

export type ControlsProps = {
  player: Player
  shown: boolean
  hasCaptions: boolean
  menuOpen: boolean
  onMenuOpenChange: (open: boolean) => void
  /** Formats a position: "0:07". */
  clock: (ms: number) => string
  /** Formats a speed: "1.5×". */
  speedText: (rate: number) => string
}

const filled = (share: number): CSSProperties & { '--filled': string } => ({ '--filled': `${share * 100}%` })

export function Controls({ player, shown, hasCaptions, menuOpen, onMenuOpenChange, clock, speedText }: ControlsProps) {
  const { t } = useLingui()
  const { playing, seconds, total, captioned, isFull, seek } = player
  const place = clock(seconds * 1000)
  const whole = clock(total * 1000)
  return (
    <div
      data-shown={shown}
      className="absolute inset-x-0 bottom-0 bg-linear-to-t from-black/85 via-black/55 to-transparent px-2 pt-8 pb-1 transition-opacity duration-200 focus-within:opacity-100 data-[shown=false]:opacity-0 [--kind:white] [--line:rgb(255_255_255/0.35)] [--surface:white]"
    >
      <div className="px-2">
        <input
          type="range"
          aria-label={t`Position`}
          aria-valuetext={t`${place} of ${whole}`}
          min={0}
          max={total || 1}
          step={0.01}
          value={Math.min(seconds, total || 1)}
          onChange={(event) => seek(event.target.valueAsNumber)}
          style={filled(total ? Math.min(1, seconds / total) : 0)}
          className="range block h-8"
        />
      </div>
      <div className="flex items-center">
        <ControlButton label={playing ? t`Pause` : t`Play`} onClick={player.toggle}>
          {playing ? <Pause aria-hidden className="fill-current" /> : <Play aria-hidden className="fill-current" />}
        </ControlButton>
        <Volume player={player} />
        <span aria-hidden className="tabular min-w-0 flex-1 truncate px-2 text-sm">
          {place} <span className="text-white/80">/ {whole}</span>
        </span>
        {hasCaptions && (
          <ControlButton label={t`Subtitles`} pressed={captioned} onClick={() => player.setCaptioned(!captioned)}>
            {captioned ? <Captions aria-hidden /> : <CaptionsOff aria-hidden />}
          </ControlButton>
        )}
        <PlaybackMenu player={player} open={menuOpen} onOpenChange={onMenuOpenChange} speedText={speedText} />
        <ControlButton label={isFull ? t`Exit full screen` : t`Full screen`} onClick={player.toggleFull}>
          {isFull ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
        </ControlButton>
      </div>
    </div>
  )
}

function Volume({ player: { volume, setVolume, toggleMuted } }: { player: Player }) {
  const { t } = useLingui()
  const silent = volume === 0
  return (
    <div className="group/sound flex items-center @max-xs:hidden">
      <ControlButton label={t`Mute`} pressed={silent} onClick={toggleMuted}>
        {silent ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
      </ControlButton>
      <input
        type="range"
        aria-label={t`Volume`}
        aria-valuetext={`${Math.round(volume * 100)}%`}
        min={0}
        max={1}
        step={0.05}
        value={volume}
        onChange={(event) => setVolume(event.target.valueAsNumber)}
        onKeyDown={(event) => event.key.startsWith('Arrow') && event.stopPropagation()}
        style={filled(volume)}
        className="range h-11 !w-0 opacity-0 transition-[width,opacity] group-hover/sound:!w-18 group-hover/sound:opacity-100 focus-visible:!w-18 focus-visible:opacity-100 pointer-coarse:hidden"
      />
    </div>
  )
}
