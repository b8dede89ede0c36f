import { Popover } from '@base-ui/react/popover'
import { useLingui } from '@lingui/react/macro'
import ModelChooser, { type ModelChoice } from './model-chooser.tsx'

type ModelPopoverProps = ModelChoice & {
  /** The button that the popover is anchored to while open. */
  at: HTMLElement | null
  onClose: () => void
}

/** All models with a search, next to the composer. */
export function ModelPopover({ at, onClose, ...chooser }: ModelPopoverProps) {
  const { t } = useLingui()
  return (
    <Popover.Root
      open={at !== null}
      onOpenChange={(open, { event }) => {
        // The button itself handles its clicks.
        const isOnButton = event.target instanceof Node && at?.contains(event.target)
        if (!open && !isOnButton) onClose()
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={at} sideOffset={6} align="start" className="z-70 outline-none">
          <Popover.Popup
            aria-label={t`Choose a model`}
            data-kind={chooser.value.type}
            finalFocus={() => at}
            className="flex max-h-[min(36rem,var(--available-height))] w-[27rem] max-w-[calc(100vw-2rem)] origin-(--transform-origin) flex-col overflow-hidden rounded-card border border-line bg-surface shadow-float transition-[opacity,scale] duration-150 outline-none data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0"
          >
            <ModelChooser {...chooser} startInSearch />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
