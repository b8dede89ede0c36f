import { Menu } from '@base-ui/react/menu'
import { Trans, useLingui } from '@lingui/react/macro'
import { Check, PictureInPicture2, Repeat, Settings2, SkipBack, SkipForward } from 'lucide-react'
import { ControlButton } from './control-button.tsx'
import { type Player, speeds } from './use-player.ts'

const item = 'flex min-h-11 cursor-default items-center gap-3 rounded-[8px] px-3 py-2 outline-none select-none data-highlighted:bg-white/15'

type PlaybackMenuProps = {
  player: Player
  open: boolean
  onOpenChange: (open: boolean) => void
  speedText: (rate: number) => string
}

/** Speed, repetition, single frames, picture in picture. */
export function PlaybackMenu({ player, open, onOpenChange, speedText }: PlaybackMenuProps) {
  const { t } = useLingui()
  const { root, speed, setSpeed, repeats, setRepeats, step, togglePictureInPicture } = player
  return (
    <Menu.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Menu.Trigger
        render={
          <ControlButton label={t`Playback`}>
            <Settings2 aria-hidden />
          </ControlButton>
        }
      />
      {/* Inside the player, because full screen shows nothing outside it. */}
      <Menu.Portal container={root}>
        <Menu.Positioner side="top" align="end" sideOffset={6} className="z-70 outline-none">
          <Menu.Popup
            aria-label={t`Playback`}
            className="max-h-(--available-height) min-w-52 overflow-y-auto rounded-card border border-white/15 bg-black/90 p-1.5 text-white outline-none"
          >
            <Menu.RadioGroup value={speed} onValueChange={(value: number) => setSpeed(value)} aria-label={t`Speed`}>
              <div className="grid grid-cols-3">
                {speeds.map((rate) => (
                  <Menu.RadioItem
                    key={rate}
                    value={rate}
                    closeOnClick={false}
                    className={`${item} justify-center data-checked:bg-white/20 data-checked:font-medium`}
                  >
                    {speedText(rate)}
                  </Menu.RadioItem>
                ))}
              </div>
            </Menu.RadioGroup>
            <Menu.CheckboxItem checked={repeats} onCheckedChange={setRepeats} closeOnClick={false} className={item}>
              <Repeat aria-hidden className="size-5" strokeWidth={1.75} />
              <span className="flex-1">
                <Trans>Repeat</Trans>
              </span>
              <Menu.CheckboxItemIndicator render={<Check aria-hidden className="size-4.5" />} />
            </Menu.CheckboxItem>
            <Menu.Item closeOnClick={false} onClick={() => step(-1)} className={item}>
              <SkipBack aria-hidden className="size-5" strokeWidth={1.75} />
              <Trans>Previous frame</Trans>
            </Menu.Item>
            <Menu.Item closeOnClick={false} onClick={() => step(1)} className={item}>
              <SkipForward aria-hidden className="size-5" strokeWidth={1.75} />
              <Trans>Next frame</Trans>
            </Menu.Item>
            {document.pictureInPictureEnabled && (
              <Menu.Item onClick={togglePictureInPicture} className={item}>
                <PictureInPicture2 aria-hidden className="size-5" strokeWidth={1.75} />
                <Trans>Picture in picture</Trans>
              </Menu.Item>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
