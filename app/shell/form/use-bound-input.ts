import { useState } from 'react'
import { useFieldContext } from './contexts.ts'
import { useFieldMessage } from './field-message.ts'
import type { FieldProblem } from './validation.ts'

/** Binds an uncontrolled input to its form field: the form follows typing and never writes into the input. */
export function useBoundInput<Value>() {
  const field = useFieldContext<Value>()
  const words = useFieldMessage()
  // The initial value: React would write later ones into the HTML, and a password must not appear there.
  const [initial] = useState(field.state.value)
  const [problem]: FieldProblem[] = field.state.meta.errors
  return { field, initial, error: problem && words(problem) }
}
