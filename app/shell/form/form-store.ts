import type * as v from 'valibot'
import type { ApiFailure, ApiResult } from '#app/contract/base/api-result.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { checkFields, type FieldProblem, type RefusedFields, refusedFields } from './validation.ts'

export type Values = Record<string, unknown>

export type FormSchema<Input> = v.GenericSchema<Input, unknown>

export type FormState<Input> = {
  values: Input
  /** The error of each invalid field. */
  problems: Readonly<Record<string, FieldProblem>>
  /** An error of the form as a whole. */
  failure: ApiFailure | null
  busy: boolean
}

export type FormCall<Input, Result> = {
  /** The schema of the call, whose codes become messages at the fields before anything is sent. A function loads it on first use. */
  schema: FormSchema<Input> | (() => Promise<FormSchema<Input>>)
  send: (input: Input) => Promise<ApiResult<Result>>
  onSuccess: (result: Result) => void | Promise<void>
  /** Assigns errors of the whole call to fields. */
  fieldOf?: Partial<Record<ApiFailure['code'], keyof Input & string>>
}

/**
 * The values and errors of a form. It shows no errors before the first submit. From then on, an invalid field is validated on every change,
 * so that its error disappears once it is fixed; a valid field is not checked until the next submit.
 */
export class FormStore<Input extends Values> {
  state: FormState<Input>
  #schema: FormSchema<Input> | null = null
  /** Values that the API has refused: invalid until they change. */
  #refused: RefusedFields = {}
  readonly #listeners = new Set<() => void>()

  constructor(initial: Input) {
    this.state = { values: initial, problems: {}, failure: null, busy: false }
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  change(name: string, value: unknown): void {
    if (this.state.values[name] === value) return
    const values: Input = { ...this.state.values, [name]: value }
    const wrong = new Set(Object.keys(this.state.problems))
    this.#update({ values, ...(wrong.size > 0 && { problems: this.#check(values, wrong) }) })
  }

  async submit<Result>({ schema, send, onSuccess, fieldOf = {} }: FormCall<Input, Result>): Promise<void> {
    if (this.state.busy) return
    // The API may accept a refused value this time.
    this.#refused = {}
    this.#update({ busy: true, failure: null })
    try {
      // Without the schema, offline or after a deploy, the API alone decides.
      this.#schema ??= typeof schema === 'function' ? await schema().catch(() => null) : schema
      const { values } = this.state
      const problems = this.#check(values)
      this.#update({ problems })
      if (Object.keys(problems).length > 0) return
      const result = await settle(send(values))
      if (result.ok) return await onSuccess(result.data)
      const refused = refusedFields(result.error, values, fieldOf)
      this.#refused = refused ?? {}
      this.#update(refused ? { problems: this.#check(this.state.values) } : { failure: result.error })
    } finally {
      this.#update({ busy: false })
    }
  }

  #check(value: Input, only?: ReadonlySet<string>) {
    return checkFields({ schema: this.#schema, value, only, refused: this.#refused })
  }

  #update(change: Partial<FormState<Input>>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** A form with any values, as its fields use it. */
export type OpenForm = Pick<FormStore<Values>, 'state' | 'subscribe' | 'change'>
