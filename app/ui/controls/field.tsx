import { useLingui } from '@lingui/react/macro'
import { Check, CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'

type FieldProps = {
  label: ReactNode
  /** The error of the value; announced, and linked to the control. */
  error?: string | undefined
  hint?: ReactNode
  /** Shows the label to screen readers only. */
  hideLabel?: boolean | undefined
  /** Content next to the label, for instance a link. */
  aside?: ReactNode
  /** Content directly below the control, above other texts. */
  meter?: ReactNode
}

function describe(id: string, { error, hint }: Pick<FieldProps, 'error' | 'hint'>) {
  return {
    'aria-invalid': error ? true : undefined,
    // An error includes the hint's information.
    'aria-describedby': (error && `${id}-error`) || (hint && `${id}-hint`) || undefined,
  }
}

function Frame({ id, label, error, hint, hideLabel, aside, meter, children }: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <div className={hideLabel ? 'sr-only' : 'flex flex-wrap items-baseline justify-between gap-x-3'}>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children}
      {meter}
      {hint && !error && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

/** Mounted even while empty, without taking space, so that screen readers announce changes. */
function FieldError({ id, children }: { id: string; children: string | undefined }) {
  return (
    <div id={id} aria-live="polite" className={children ? 'flex animate-rise gap-1.5 text-sm text-danger' : 'sr-only'}>
      {children && (
        <>
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
          <span>{children}</span>
        </>
      )}
    </div>
  )
}

type TextFieldProps = FieldProps &
  ComponentProps<'input'> & {
    /** Content at the end of the box: a button or a unit. */
    after?: ReactNode
  }

export function TextField({ label, error, hint, hideLabel, aside, meter, after, className, id: givenId, ...input }: TextFieldProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <Frame {...{ id, label, error, hint, hideLabel, aside, meter }}>
      <div className="relative">
        <input
          {...input}
          {...describe(id, { error, hint })}
          id={id}
          // At least 16 px on touch screens: phones zoom into smaller fields.
          className={`control min-h-11 w-full px-3.5 py-2 text-base pointer-coarse:text-lg ${after ? 'pr-12' : ''} ${className ?? ''}`}
        />
        {after && <div className="absolute inset-y-0 right-0 grid place-items-center">{after}</div>}
      </div>
    </Frame>
  )
}

/** A password field that can be revealed. It is hidden again on submit, because browsers offer to save only hidden passwords. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'after' | 'ref'>) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const Icon = shown ? EyeOff : Eye

  useEffect(() => {
    const form = input.current?.form
    const hide = () => setShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])

  return (
    <TextField
      {...props}
      ref={input}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      after={
        <button
          type="button"
          aria-label={t`Show password`}
          title={t`Show password`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="grid size-11 place-items-center rounded-control text-ink-soft transition-colors hover:text-ink"
        >
          <Icon aria-hidden className="size-5" strokeWidth={1.75} />
        </button>
      }
    />
  )
}

type TextAreaProps = FieldProps &
  ComponentProps<'textarea'> & {
    /** Grows with its content up to its CSS `max-height`. */
    autosize?: boolean | undefined
    /** A layer over the text that takes no pointer. */
    over?: ReactNode
    /** The id of a further description. */
    describedBy?: string | undefined
  }

export function TextArea({
  label,
  error,
  hint,
  hideLabel,
  aside,
  autosize = false,
  over,
  describedBy,
  className,
  id: givenId,
  ref,
  ...textarea
}: TextAreaProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const described = describe(id, { error, hint })
  return (
    <Frame {...{ id, label, error, hint, hideLabel, aside }}>
      <div className="relative">
        <textarea
          rows={4}
          {...textarea}
          {...described}
          aria-describedby={[described['aria-describedby'], describedBy].filter(Boolean).join(' ') || undefined}
          ref={ref}
          id={id}
          className={`control block max-h-[50dvh] w-full resize-y px-3.5 py-2.5 text-base pointer-coarse:text-lg ${autosize ? 'field-sizing-content resize-none' : ''} ${className ?? ''}`}
        />
        {over}
      </div>
    </Frame>
  )
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & Pick<FieldProps, 'label' | 'error' | 'hint'>

export function Checkbox({ label, error, hint, className, id: givenId, ...input }: CheckboxProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <div className={`grid gap-1 ${className ?? ''}`}>
      <label className="flex min-h-11 items-start gap-3 py-2.5">
        <span className="relative grid shrink-0 place-items-center">
          <input
            {...input}
            {...describe(id, { error, hint })}
            id={id}
            type="checkbox"
            className="peer size-5.5 appearance-none rounded-[6px] border border-edge bg-surface transition-colors checked:border-ink checked:bg-ink hover:border-ink-soft aria-invalid:border-danger disabled:opacity-50"
          />
          <Check
            aria-hidden
            strokeWidth={2.5}
            className="pointer-events-none absolute size-4 text-paper opacity-0 transition-opacity peer-checked:opacity-100"
          />
        </span>
        <span>{label}</span>
      </label>
      {hint && !error && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}
