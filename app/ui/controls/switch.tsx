import { Switch as Base } from '@base-ui/react/switch'
import { type ReactNode, useId } from 'react'

type SwitchProps = { label: ReactNode; checked: boolean; onCheckedChange: (checked: boolean) => void; className?: string | undefined }

/** A switch with immediate effect. The label is clickable too. */
export function Switch({ label, checked, onCheckedChange, className = '' }: SwitchProps) {
  const words = useId()
  return (
    // The switch renders its own input inside the label.
    <label className={`flex min-h-11 cursor-pointer items-center justify-between gap-4 ${className}`}>
      <span id={words}>{label}</span>
      <Base.Root
        // The surrounding label names it only after hydration.
        aria-labelledby={words}
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next)}
        className="flex h-6 w-10.5 shrink-0 rounded-full border border-edge bg-ink/10 p-0.5 transition-colors outline-offset-2 data-checked:border-ink data-checked:bg-ink"
      >
        <Base.Thumb className="size-4.5 rounded-full bg-ink-soft transition-[translate,background-color] data-checked:translate-x-4.5 data-checked:bg-paper" />
      </Base.Root>
    </label>
  )
}
