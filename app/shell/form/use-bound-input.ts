import { useState } from 'react'
import { useFieldContext } from './contexts.ts'
import { useFieldWords } from './field-words.ts'
import type { FieldProblem } from './validation.ts'

/** Joins an input of the browser's own to its field: the form follows what is typed, and never writes into the input. */
export function useBoundInput<Value>() {
  const field = useFieldContext<Value>()
  const words = useFieldWords()
  // As it was at first: React would put a later one into the HTML, and a password must not stand there.
  const [initial] = useState(field.state.value)
  const [problem]: FieldProblem[] = field.state.meta.errors
  return { field, initial, error: problem && words(problem) }
}
