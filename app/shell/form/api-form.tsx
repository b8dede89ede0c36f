import { Trans } from '@lingui/react/macro'
import { createFormHook, type StandardSchemaV1, useSelector } from '@tanstack/react-form'
import { useHydrated } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, type SubmitEvent, use, useLayoutEffect, useRef, useState } from 'react'
import type { ApiFailure, ApiResult } from '#app/contract/api-result.ts'
import { unreachable, useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldContext, formContext } from './contexts.ts'
import { CheckboxField, PasswordField, TextField } from './fields.tsx'
import { FormProblem } from './form-problem.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { afterFirstTry, checkFields, type RefusedFields, refusedFields } from './validation.ts'

const { useAppForm } = createFormHook({
  fieldContext,
  formContext,
  fieldComponents: { TextField, PasswordField, NewPasswordField, CheckboxField },
  formComponents: { Frame, Submit },
})

type ApiFormOptions<Input, Result> = {
  /** Schema of the call; its codes become messages at the fields before anything is sent. */
  schema: StandardSchemaV1<Input, unknown>
  initial: NoInfer<Input>
  send: (input: NoInfer<Input>) => Promise<ApiResult<Result>>
  onSuccess: (result: Result) => void | Promise<void>
  /** The field of an error of the whole call, if any. */
  fieldOf?: Partial<Record<ApiFailure['code'], keyof Input & string>>
}

/** A form for one API call. Errors of a field are shown at the field, the others above the form. */
export function useApiForm<Input extends Record<string, unknown>, Result>({
  schema,
  initial,
  send,
  onSuccess,
  fieldOf = {},
}: ApiFormOptions<Input, Result>) {
  const failureMessage = useFailureMessage()
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const refused = useRef<RefusedFields>({})
  /** Fields currently marked as invalid. */
  const wrong = useRef<ReadonlySet<string>>(new Set())

  const form = useAppForm({
    defaultValues: initial,
    validationLogic: afterFirstTry,
    validators: {
      onDynamic({ value, formApi }) {
        const only = formApi.state.isSubmitting ? undefined : wrong.current
        const fields = checkFields({ schema, value, only, refused: refused.current })
        wrong.current = new Set(Object.keys(fields))
        return wrong.current.size > 0 ? { fields } : undefined
      },
    },
    async onSubmit({ value, formApi }) {
      const result = await send(value).catch(() => ({ ok: false as const, error: unreachable }))
      if (result.ok) return onSuccess(result.data)
      const fields = refusedFields(result.error, value, fieldOf)
      if (!fields) return setFailure(result.error)
      refused.current = fields
      formApi.validateSync('submit')
      return undefined
    },
  })

  return {
    form,
    failure,
    /** Props of the frame. */
    frame: {
      problem: failure && failureMessage(failure),
      onTry() {
        setFailure(null)
        // A refused value may be accepted now; the API decides.
        refused.current = {}
      },
    },
  }
}

type FrameProps = {
  problem: string | null
  onTry: () => void
  children: ReactNode
  className?: string | undefined
}

/**
 * The form element. `post` and the disabled button keep a password out of the URL before hydration. Inputs are uncontrolled: whatever
 * fails, and whatever fills them before hydration, they keep their values.
 */
function Frame({ problem, onTry, children, className = 'grid gap-5' }: FrameProps) {
  const form = use(formContext)
  const element = useRef<HTMLFormElement>(null)

  function readFields() {
    for (const input of inputsOf(element.current)) {
      if (!form.fieldInfo[input.name]) continue
      const held = input.type === 'checkbox' ? input.checked : input.value
      if (form.getFieldValue(input.name) !== held) form.setFieldValue(input.name, held)
    }
  }

  useLayoutEffect(readFields, [form])

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (form.state.isSubmitting) return
    onTry()
    // Password managers may fill a field without an event.
    readFields()
    await form.handleSubmit()
    const { fieldMeta } = form.state
    inputsOf(element.current)
      .find(({ name }) => fieldMeta[name]?.isValid === false)
      ?.focus()
  }

  return (
    <form ref={element} method="post" noValidate onSubmit={(event) => void onSubmit(event)} className={className}>
      <noscript className="col-span-full">
        <p>
          <Trans>This form needs JavaScript. Turn it on in your browser.</Trans>
        </p>
      </noscript>
      <FormProblem>{problem}</FormProblem>
      {children}
    </form>
  )
}

function inputsOf(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.elements ?? [])].filter((element) => element instanceof HTMLInputElement)
}

/** Disabled before hydration and while submitting. */
function Submit({ disabled = false, ...button }: Omit<ComponentProps<typeof Button>, 'type' | 'busy'>) {
  const form = use(formContext)
  const busy = useSelector(form.store, ({ isSubmitting }) => isSubmitting)
  const hydrated = useHydrated()
  return <Button {...button} type="submit" disabled={disabled || !hydrated} busy={busy} />
}
