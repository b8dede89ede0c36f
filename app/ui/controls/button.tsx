import { createLink, type LinkComponent } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { Mark } from '../page/mark.tsx'

type Look = {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
}

/** Complete class names, because Tailwind does not find composed ones. */
const variants = { primary: 'button-primary', secondary: 'button-secondary', ghost: 'button-ghost', danger: 'button-danger' }
const sizes = { sm: 'button-sm', md: 'button-md', lg: 'button-lg' }

const look = ({ variant = 'primary', size = 'md' }: Look, className = '') =>
  `button ${variants[variant]} ${sizes[size]} ${className}`.trim()

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
          {/* Transparent and not hidden, because a hidden text does not name the button. */}
          <span className="inline-flex items-center gap-[inherit] opacity-0">{children}</span>
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
      className={`icon-button ${variants[variant]} ${className ?? ''}`.trim()}
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
