import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { IconButton } from '#app/ui/controls/button.tsx'

type OptionsPanelProps = {
  id: string
  /** The option to go to; empty for none. */
  target: string
  onClose: () => void
  /** All options. */
  children: ReactNode
}

/** All options, above the floating bar and over a dimmed page. Escape in the bar and a press outside of it close them. */
export function OptionsPanel({ id, target, onClose, children }: OptionsPanelProps) {
  const { t } = useLingui()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = target && panel.current?.querySelector(`[data-option="${target}"]`)
    if (!field) return
    field.scrollIntoView({ block: 'nearest' })
    field.querySelector<HTMLElement>(':checked, input, button, textarea')?.focus({ preventScroll: true })
  }, [target])

  const leave = useEffectEvent((event: Event) => {
    const pressed = event.target
    if (!(pressed instanceof Element) || event.defaultPrevented) return
    const isInBar = (panel.current?.closest('form')?.contains(pressed) ?? false) && !pressed.matches('[data-outside]')
    if (event instanceof KeyboardEvent ? event.key === 'Escape' && isInBar : !isInBar && pressed.closest('#content')) onClose()
  })
  useEffect(() => {
    const onEvent = (event: Event) => leave(event)
    for (const name of ['keydown', 'pointerdown']) document.addEventListener(name, onEvent)
    return () => {
      for (const name of ['keydown', 'pointerdown']) document.removeEventListener(name, onEvent)
    }
  }, [])

  return (
    <>
      <div aria-hidden data-outside className="fixed inset-0 -z-1 animate-fade bg-scrim" />
      <div className="flex min-h-0 animate-rise flex-col rounded-t-sheet border-b border-line bg-surface">
        <div className="flex items-center justify-between gap-4 pt-2.5 pr-2.5 pl-5">
          <h2 id={`${id}-title`} className="text-lg">
            <Trans>Options</Trans>
          </h2>
          <IconButton label={t`Close`} onClick={onClose}>
            <X aria-hidden strokeWidth={1.75} />
          </IconButton>
        </div>
        <div
          ref={panel}
          id={id}
          role="group"
          aria-labelledby={`${id}-title`}
          data-scroller
          className="options-panel max-h-[min(36rem,calc(100dvh-20rem))]"
        >
          {children}
        </div>
      </div>
    </>
  )
}
