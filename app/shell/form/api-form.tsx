import { Trans } from '@lingui/react/macro'
import { useHydrated } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { Button } from '#app/ui/button.tsx'
import { FormProblem } from './form-problem.tsx'
import { type FormCall, FormStore, type OpenForm, type Values } from './form-store.ts'
import { FormContext, useForm, useFormState } from './use-field.ts'

type ApiFormOptions<Input, Result> = { initial: NoInfer<Input> } & FormCall<Input, Result>

/** Creates a form for one API call. Errors of a field are shown at the field, others above the form. */
export function useApiForm<Input extends Values, Result>({ initial, ...call }: ApiFormOptions<Input, Result>) {
  const [store] = useState(() => new FormStore(initial))
  return { store, submit: () => store.submit(call) }
}

type FormProps = {
  form: { store: OpenForm; submit: () => Promise<void> }
  /** Replaces the message of a failed call. */
  problem?: string | undefined
  children: ReactNode
  className?: string | undefined
}

/**
 * The form element. `method="post"` and the disabled button keep a password out of the URL before hydration. Inputs are uncontrolled, so
 * they keep their values whatever fails and whatever fills them before hydration.
 */
export function Form({ form: { store, submit }, problem, children, className = 'grid gap-5' }: FormProps) {
  const failureMessage = useFailureMessage()
  const element = useRef<HTMLFormElement>(null)
  const failure = useFormState(store, (state) => state.failure)

  function readFields() {
    for (const input of inputsOf(element.current)) {
      if (!(input.name in store.state.values)) continue
      store.change(input.name, input.type === 'checkbox' ? input.checked : input.value)
    }
  }

  useLayoutEffect(readFields, [store])

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    // Password managers may fill a field without an event.
    readFields()
    await submit()
    const { problems } = store.state
    inputsOf(element.current)
      .find(({ name }) => name in problems)
      ?.focus()
  }

  return (
    <FormContext value={store}>
      <form ref={element} method="post" noValidate onSubmit={(event) => void onSubmit(event)} className={className}>
        <noscript className="col-span-full">
          <p>
            <Trans>This form needs JavaScript. Turn it on in your browser.</Trans>
          </p>
        </noscript>
        <FormProblem>{failure && (problem ?? failureMessage(failure))}</FormProblem>
        {children}
      </form>
    </FormContext>
  )
}

function inputsOf(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.elements ?? [])].filter((element) => element instanceof HTMLInputElement)
}

/** Disabled before hydration and while submitting. */
export function Submit({ disabled = false, ...button }: Omit<ComponentProps<typeof Button>, 'type' | 'busy'>) {
  const busy = useFormState(useForm(), (state) => state.busy)
  const hydrated = useHydrated()
  return <Button {...button} type="submit" disabled={disabled || !hydrated} busy={busy} />
}
