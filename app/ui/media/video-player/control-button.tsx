import type { ComponentProps, ReactNode } from 'react'

type ControlButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; pressed?: boolean; children: ReactNode }

export function ControlButton({ label, pressed, children, ...props }: ControlButtonProps) {
  return (
    <button
      {...props}
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      className="grid size-11 shrink-0 place-items-center rounded-control transition-colors hover:bg-white/15 focus-visible:outline-white [&_svg]:size-5 [&_svg]:stroke-[1.75]"
    >
      {children}
    </button>
  )
}
