import { type ComponentProps, useEffect } from 'react'
import { Checkbox, PasswordField as PasswordInput, TextField as TextInput } from '#app/ui/controls/field.tsx'
import { isChecked, isText, useField } from './use-field.ts'

type Bound<Props> = Omit<Props, 'name' | 'value' | 'defaultValue' | 'checked' | 'defaultChecked' | 'onInput' | 'onChange' | 'error'> & {
  name: string
}

type TextFieldProps = Bound<ComponentProps<typeof TextInput>> & {
  /** Called for text typed before hydration too. */
  onType?: (value: string) => void
}

export function TextField({ onType, ...props }: TextFieldProps) {
  const { value, initial, error, change } = useField(props.name, isText)
  useEffect(() => onType?.(value), [value, onType])
  return <TextInput {...props} defaultValue={initial} onInput={(event) => change(event.currentTarget.value)} error={error} />
}

export function PasswordField(props: Bound<ComponentProps<typeof PasswordInput>>) {
  const { error, change } = useField(props.name, isText)
  return <PasswordInput {...props} onInput={(event) => change(event.currentTarget.value)} error={error} />
}

export function CheckboxField(props: Bound<ComponentProps<typeof Checkbox>>) {
  const { initial, error, change } = useField(props.name, isChecked)
  return <Checkbox {...props} defaultChecked={initial ?? false} onChange={(event) => change(event.currentTarget.checked)} error={error} />
}
