import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'

type SelectProps<Value extends string> = {
  label: string
  value: Value
  onValueChange: (value: Value) => void
  items: readonly { value: Value; label: string; description?: string | undefined }[]
  hideLabel?: boolean | undefined
  /** Words with an arrow, without a box. */
  quiet?: boolean | undefined
  disabled?: boolean | undefined
  className?: string | undefined
}

export function Select<Value extends string>({
  label,
  value,
  onValueChange,
  items,
  hideLabel,
  quiet = false,
  disabled,
  className,
}: SelectProps<Value>) {
  return (
    <Base.Root items={items} value={value} disabled={disabled} onValueChange={(next) => next !== null && onValueChange(next)}>
      <div className={`grid min-w-0 gap-1.5 ${className ?? ''}`}>
        <Base.Label className={hideLabel ? 'sr-only' : 'font-medium'}>{label}</Base.Label>
        <Base.Trigger
          className={
            quiet
              ? '-ml-2 flex min-h-8 max-w-full min-w-0 items-center gap-1.5 justify-self-start rounded-control px-2 text-left font-medium transition-colors hover:bg-ink/6 pointer-coarse:min-h-11'
              : 'control flex min-h-11 w-full min-w-0 items-center justify-between gap-3 py-2 pr-3 pl-3.5 text-left text-base'
          }
        >
          <Base.Value className="min-w-0 truncate" />
          <Base.Icon className="shrink-0 text-ink-soft">
            <ChevronsUpDown aria-hidden className="size-4" strokeWidth={1.75} />
          </Base.Icon>
        </Base.Trigger>
      </div>
      <Base.Portal>
        <Base.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup className="max-h-[min(24rem,var(--available-height))] min-w-(--anchor-width) max-w-[calc(100vw-2rem)] origin-(--transform-origin) overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-float transition-[opacity,scale] duration-150 outline-none data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0">
            <Base.List>
              {items.map((item) => (
                <Base.Item
                  key={item.value}
                  value={item.value}
                  className="grid min-h-11 cursor-default grid-cols-[1fr_1.25rem] items-center gap-3 rounded-[8px] px-3 py-2 outline-none select-none data-highlighted:bg-ink/6"
                >
                  <span className="min-w-0">
                    <Base.ItemText>{item.label}</Base.ItemText>
                    {item.description && <span className="block text-sm text-ink-soft">{item.description}</span>}
                  </span>
                  <Base.ItemIndicator>
                    <Check aria-hidden className="size-5" strokeWidth={1.75} />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
