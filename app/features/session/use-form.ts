import { useLingui } from '@lingui/react/macro'
import { useHydrated } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import type { ApiFailure, ApiResult } from '#app/contract/api-result.ts'
import { unreachable, useFailureWords } from '#app/shell/failure.ts'
import { config } from '#config'

type FormOptions<Input, Result> = {
  /** The contract's schema of the call; its codes become words at the fields before anything is sent. */
  schema: v.GenericSchema<unknown, Input>
  read: (data: FormData) => unknown
  send: (input: Input) => Promise<ApiResult<Result>>
  onSuccess: (result: Result) => void | Promise<void>
  /** The field an error of the whole call belongs to, if any. */
  fieldOf?: (failure: ApiFailure) => string | undefined
}

/** A form over one call of the API. The fields are the browser's own: whatever fails, what was typed stays. */
export function useForm<Input, Result>({ schema, read, send, onSuccess, fieldOf }: FormOptions<Input, Result>) {
  const hydrated = useHydrated()
  const failureWords = useFailureWords()
  const fieldWords = useFieldWords()
  const [busy, setBusy] = useState(false)
  const [fields, setFields] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<ApiFailure | null>(null)

  function showFields(form: HTMLFormElement, next: Record<string, string>) {
    setFields(next)
    const first = [...form.elements].find((element) => element instanceof HTMLInputElement && element.name in next)
    if (first instanceof HTMLInputElement) first.focus()
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (busy) return
    setFailure(null)
    const parsed = v.safeParse(schema, read(new FormData(form)))
    if (!parsed.success) {
      const flat = v.flatten(parsed.issues).nested ?? {}
      return showFields(form, Object.fromEntries(Object.entries(flat).map(([name, codes]) => [name, fieldWords(codes?.[0])])))
    }
    setFields({})
    setBusy(true)
    try {
      const result = await send(parsed.output).catch(() => ({ ok: false as const, error: unreachable }))
      if (result.ok) return await onSuccess(result.data)
      const ownField = fieldOf?.(result.error)
      if (ownField) return showFields(form, { [ownField]: failureWords(result.error) })
      const { fields: found = {} } = result.error
      const known = Object.entries(found).filter(([name]) => form.elements.namedItem(name))
      showFields(form, Object.fromEntries(known.map(([name, { detail }]) => [name, detail])))
      if (known.length === 0) setFailure(result.error)
    } finally {
      setBusy(false)
    }
  }

  return {
    /** `post` and the disabled button keep a password out of the URL before the page lives. */
    form: { method: 'post', noValidate: true, onSubmit } as const,
    submit: { type: 'submit', disabled: !hydrated, busy } as const,
    fields,
    failure,
    problem: failure && failureWords(failure),
  }
}

function useFieldWords() {
  const { t } = useLingui()
  const { minLength, maxLength } = config.auth.password
  return (code: string | undefined): string => {
    switch (code) {
      case 'required':
        return t`Fill this in.`
      case 'email_invalid':
        return t`This does not look like an e-mail address.`
      case 'password_too_short':
        return t`At least ${minLength} characters.`
      case 'password_too_long':
        return t`At most ${maxLength} characters.`
      case 'too_long':
        return t`This is too long.`
      case 'terms_not_accepted':
        return t`An account needs your agreement to these documents.`
      default:
        return t`Check this field.`
    }
  }
}
