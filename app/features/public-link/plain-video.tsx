import { Trans, useLingui } from '@lingui/react/macro'
import {
  Captions,
  CaptionsOff,
  Check,
  Maximize,
  Minimize,
  PictureInPicture2,
  Play,
  Repeat,
  Settings2,
  SkipBack,
  SkipForward,
  Volume2,
  VolumeX,
} from 'lucide-react'
import type { ComponentProps } from 'react'
import { ControlButton } from '#app/ui/media/video-player/control-button.tsx'
import { speeds } from '#app/ui/media/video-player/use-player.ts'
import type { VideoPlayer } from '#app/ui/media/video-player/video-player.tsx'
import { PlayIcons } from '#app/ui/media/play-icons.tsx'

const item =
  'flex min-h-11 w-full cursor-default items-center gap-3 rounded-[8px] px-3 py-2 text-left outline-none select-none hover:bg-white/15 focus-visible:bg-white/15'

/** Renders the markup of `ui/video-player` for `app/plain/video.ts`; without the script, the browser's own controls remain. */
// oxlint-disable-next-line max-lines-per-function -- Mostly the markup of one form or panel, read from top to bottom.
export function PlainVideo({
  src,
  name,
  poster,
  ground,
  captions,
  width,
  height,
  durationMs,
  clock,
  speedText,
}: ComponentProps<typeof VideoPlayer>) {
  const { t } = useLingui()
  const place = '{place}'
  const whole = clock(durationMs)
  return (
    <div
      data-video
      role="group"
      aria-label={name}
      tabIndex={-1}
      className="group/video @container absolute inset-0 bg-black text-white outline-none"
      style={ground}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- Only speech has captions. */}
      <video
        controls
        playsInline
        loop
        preload={poster ? 'none' : 'metadata'}
        src={src}
        poster={poster}
        width={width}
        height={height}
        aria-label={name}
        className="absolute inset-0 size-full object-contain group-data-awake/video:[&::-webkit-media-text-track-container]:-translate-y-20"
      >
        {captions && <track kind="captions" src={captions} label={t`Subtitles`} default />}
      </video>
      <button
        type="button"
        hidden
        data-part="start"
        aria-label={t`Play`}
        className="absolute top-1/2 left-1/2 grid size-16 -translate-1/2 place-items-center rounded-full bg-black/60 transition-colors hover:bg-black/80"
      >
        <Play aria-hidden className="size-7 translate-x-0.5 fill-current" strokeWidth={1.75} />
      </button>
      <div
        hidden
        data-part="controls"
        className="absolute inset-x-0 bottom-0 bg-linear-to-t from-black/85 via-black/55 to-transparent px-2 pt-8 pb-1 opacity-0 transition-opacity duration-200 group-data-awake/video:opacity-100 focus-within:opacity-100 [--kind:white] [--line:rgb(255_255_255/0.35)] [--surface:white]"
      >
        <div className="px-2">
          <input
            type="range"
            data-part="place"
            data-text={t`${place} of ${whole}`}
            aria-label={t`Position`}
            min={0}
            max={durationMs / 1000 || 1}
            step={0.01}
            defaultValue={0}
            autoComplete="off"
            className="range block h-8"
          />
        </div>
        <div className="flex items-center">
          <ControlButton label={t`Play`} data-part="play" data-toggle data-play={t`Play`} data-pause={t`Pause`}>
            <PlayIcons className="fill-current" />
          </ControlButton>
          <div className="group/sound flex items-center @max-xs:hidden">
            <ControlButton label={t`Mute`} pressed={false} data-part="mute">
              <Volume2 aria-hidden className="in-aria-pressed:hidden" />
              <VolumeX aria-hidden className="hidden in-aria-pressed:block" />
            </ControlButton>
            <input
              type="range"
              data-part="volume"
              aria-label={t`Volume`}
              min={0}
              max={1}
              step={0.05}
              defaultValue={1}
              autoComplete="off"
              className="range h-11 !w-0 opacity-0 transition-[width,opacity] group-hover/sound:!w-18 group-hover/sound:opacity-100 focus-visible:!w-18 focus-visible:opacity-100 pointer-coarse:hidden"
            />
          </div>
          <span aria-hidden className="tabular min-w-0 flex-1 truncate px-2 text-sm">
            <span data-part="now">{clock(0)}</span> <span className="text-white/80">/ {whole}</span>
          </span>
          {captions && (
            <ControlButton label={t`Subtitles`} pressed data-part="captions">
              <Captions aria-hidden className="hidden in-aria-pressed:block" />
              <CaptionsOff aria-hidden className="in-aria-pressed:hidden" />
            </ControlButton>
          )}
          <ControlButton label={t`Playback`} data-part="more" aria-haspopup="menu" aria-expanded={false}>
            <Settings2 aria-hidden />
          </ControlButton>
          <ControlButton label={t`Full screen`} data-part="full" data-toggle data-play={t`Full screen`} data-pause={t`Exit full screen`}>
            <Maximize aria-hidden data-when="paused" />
            <Minimize aria-hidden data-when="playing" />
          </ControlButton>
        </div>
        <div
          hidden
          role="menu"
          data-part="menu"
          aria-label={t`Playback`}
          className="absolute right-2 bottom-13 max-h-[calc(100cqh-4rem)] min-w-52 overflow-y-auto rounded-card border border-white/15 bg-black/90 p-1.5"
        >
          <div role="group" aria-label={t`Speed`} className="grid grid-cols-3">
            {speeds.map((speed) => (
              <button
                key={speed}
                type="button"
                role="menuitemradio"
                aria-checked={speed === 1}
                data-speed={speed}
                className={`${item} justify-center aria-checked:bg-white/20 aria-checked:font-medium`}
              >
                {speedText(speed)}
              </button>
            ))}
          </div>
          <button type="button" role="menuitemcheckbox" aria-checked data-part="repeat" className={item}>
            <Repeat aria-hidden className="size-5" strokeWidth={1.75} />
            <span className="flex-1">
              <Trans>Repeat</Trans>
            </span>
            <Check aria-hidden className="hidden size-4.5 in-aria-checked:block" />
          </button>
          <button type="button" role="menuitem" data-part="back" className={item}>
            <SkipBack aria-hidden className="size-5" strokeWidth={1.75} />
            <Trans>Previous frame</Trans>
          </button>
          <button type="button" role="menuitem" data-part="forward" className={item}>
            <SkipForward aria-hidden className="size-5" strokeWidth={1.75} />
            <Trans>Next frame</Trans>
          </button>
          <button type="button" role="menuitem" data-part="picture" className={item}>
            <PictureInPicture2 aria-hidden className="size-5" strokeWidth={1.75} />
            <Trans>Picture in picture</Trans>
          </button>
        </div>
      </div>
    </div>
  )
}
