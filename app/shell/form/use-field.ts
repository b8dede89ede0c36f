import { createContext, use, useState, useSyncExternalStore } from 'react'
import { useFieldMessage } from './field-message.ts'
import type { FormState, FormStore, OpenForm, Values } from './form-store.ts'

export const FormContext = createContext<OpenForm | null>(null)

export function useForm(): OpenForm {
  const store = use(FormContext)
  if (!store) throw new TypeError('A field needs a form around it.')
  return store
}

/** Returns a part of the form's state: a primitive, or the same object until it changes. */
export function useFormState<Input extends Values, T>(
  store: Pick<FormStore<Input>, 'state' | 'subscribe'>,
  select: (state: FormState<Input>) => T,
): T {
  const read = () => select(store.state)
  return useSyncExternalStore(store.subscribe, read, read)
}

/** Binds an uncontrolled input to its form field: the form follows the input and never writes into it. */
export function useField<T>(name: string, isValue: (value: unknown) => value is T) {
  const store = useForm()
  const words = useFieldMessage()
  const value = useFormState(store, ({ values }) => values[name])
  const problem = useFormState(store, ({ problems }) => problems[name])
  if (!isValue(value)) throw new TypeError(`The form has no such field: ${name}.`)
  // The initial value only, because React writes later ones into the HTML, where a password must not appear.
  const [initial] = useState(value)
  return { value, initial, error: problem && words(problem), change: (next: T) => store.change(name, next) }
}

export const isText = (value: unknown): value is string => typeof value === 'string'
/** An optional checkbox starts unchecked. */
export const isChecked = (value: unknown): value is boolean | undefined => value === undefined || typeof value === 'boolean'
