import { Trans } from '@lingui/react/macro'
import { useHydrated } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { takeEarlySubmit } from '#app/shell/boot/early-clicks.tsx'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { Button } from '#app/ui/controls/button.tsx'
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
 * The form element. Inputs are uncontrolled, so they keep their values whatever fails and whatever fills them before hydration. A submit
 * before hydration is held back by the script in the head and carried out here. `method="post"` keeps a password out of the URL even
 * without that script, and without JavaScript a disabled first button makes Enter do nothing.
 */
export function Form({ form: { store, submit }, problem, children, className = 'grid gap-5' }: FormProps) {
  const failureMessage = useFailureMessage()
  const element = useRef<HTMLFormElement>(null)
  const hydrated = useHydrated()
  const failure = useFormState(store, (state) => state.failure)

  function readFields() {
    for (const input of inputsOf(element.current)) {
      if (!(input.name in store.state.values)) continue
      store.change(input.name, input.type === 'checkbox' ? input.checked : input.value)
    }
  }

  useLayoutEffect(readFields, [store])

  async function send() {
    // Password managers may fill a field without an event.
    readFields()
    await submit()
    const { problems } = store.state
    inputsOf(element.current)
      .find(({ name }) => name in problems)
      ?.focus()
  }

  const sendEarly = useEffectEvent(() => {
    if (takeEarlySubmit(element.current)) void send()
  })
  useEffect(() => {
    if (hydrated) sendEarly()
  }, [hydrated])

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    void send()
  }

  return (
    <FormContext value={store}>
      <form
        ref={element}
        method="post"
        noValidate
        onSubmit={onSubmit}
        data-unhydrated={hydrated ? undefined : ''}
        // The script in the head marks a form that was submitted.
        suppressHydrationWarning
        className={className}
      >
        <noscript className="col-span-full">
          <p>
            <Trans>This form needs JavaScript. Turn it on in your browser.</Trans>
          </p>
          <input type="submit" disabled hidden />
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

/** Works before hydration too; hidden without JavaScript. */
export function Submit({ className = '', ...button }: Omit<ComponentProps<typeof Button>, 'type' | 'busy'>) {
  const busy = useFormState(useForm(), (state) => state.busy)
  return <Button {...button} type="submit" busy={busy} className={`noscript:hidden ${className}`} />
}
