import type { ComponentProps } from 'react'
import { Checkbox, PasswordField as PasswordInput, TextField as TextInput } from '#app/ui/field.tsx'
import { useBoundInput } from './use-bound-input.ts'

type Bound<Props> = Omit<Props, 'name' | 'value' | 'defaultValue' | 'checked' | 'defaultChecked' | 'onInput' | 'onChange' | 'error'>

export function TextField(props: Bound<ComponentProps<typeof TextInput>>) {
  const { field, initial, error } = useBoundInput<string>()
  return (
    <TextInput
      {...props}
      name={field.name}
      defaultValue={initial}
      onInput={(event) => field.handleChange(event.currentTarget.value)}
      error={error}
    />
  )
}

export function PasswordField(props: Bound<ComponentProps<typeof PasswordInput>>) {
  const { field, error } = useBoundInput<string>()
  return <PasswordInput {...props} name={field.name} onInput={(event) => field.handleChange(event.currentTarget.value)} error={error} />
}

export function CheckboxField(props: Bound<ComponentProps<typeof Checkbox>>) {
  const { field, initial, error } = useBoundInput<boolean>()
  return (
    <Checkbox
      {...props}
      name={field.name}
      defaultChecked={initial}
      onChange={(event) => field.handleChange(event.currentTarget.checked)}
      error={error}
    />
  )
}
