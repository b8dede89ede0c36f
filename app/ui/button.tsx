import { createLink, type LinkComponent } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { Mark } from './mark.tsx'

type Look = {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
}

const variants = {
  primary: 'bg-ink text-paper hover:bg-ink/85 active:bg-ink/75',
  secondary: 'border border-edge bg-surface text-ink hover:border-ink-soft hover:bg-wash active:bg-line',
  ghost: 'text-ink hover:bg-ink/7 active:bg-ink/12',
  danger: 'bg-danger text-paper hover:bg-danger/88 active:bg-danger/78',
}

const sizes = {
  sm: 'min-h-9 gap-1.5 px-3 py-1.5 text-sm pointer-coarse:min-h-11',
  md: 'min-h-11 gap-2 px-4.5 py-2 text-base',
  lg: 'min-h-13 gap-2.5 px-6 py-3 text-lg',
}

function look({ variant = 'primary', size = 'md' }: Look, className: string | undefined) {
  return `inline-flex items-center justify-center rounded-control text-center font-medium transition-colors select-none disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:shrink-0 ${variants[variant]} ${sizes[size]} ${className ?? ''}`
}

type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** Shows that the action is running and ignores further clicks; the button keeps its width and focus. */
    busy?: boolean | undefined
  }

/** `type` is `button` by default. */
export function Button({ variant, size, busy = false, className, children, type = 'button', onClick, ...props }: ButtonProps) {
  return (
    <button
      {...props}
      type={type}
      aria-disabled={busy || props['aria-disabled']}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`relative ${look({ variant, size }, className)}`}
    >
      {busy ? (
        <>
          <span className="invisible inline-flex items-center gap-[inherit]">{children}</span>
          <span className="absolute inset-0 grid place-items-center">
            <Mark playing size={20} />
          </span>
        </>
      ) : (
        children
      )}
    </button>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** Names the action for screen readers and as a tooltip. */
  label: string
  children: ReactNode
  variant?: 'ghost' | 'secondary' | undefined
}

/** 44 px square around a 20 px icon. */
export function IconButton({ label, children, variant = 'ghost', className, type = 'button', ...props }: IconButtonProps) {
  return (
    <button
      {...props}
      type={type}
      aria-label={label}
      title={label}
      className={`inline-grid size-11 shrink-0 place-items-center rounded-control transition-colors disabled:opacity-50 [&_svg]:size-5 ${variants[variant]} ${className ?? ''}`}
    >
      {children}
    </button>
  )
}

function AnchorButton({ variant, size, className, children, ...props }: ComponentProps<'a'> & Look) {
  return (
    <a {...props} className={look({ variant, size }, className)}>
      {children}
    </a>
  )
}

/** A typed router link that looks like a button. */
const CreatedButtonLink = createLink(AnchorButton)
export const ButtonLink: LinkComponent<typeof AnchorButton> = (props) => <CreatedButtonLink preload="intent" {...props} />
