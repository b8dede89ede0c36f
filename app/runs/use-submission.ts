import { useLingui } from '@lingui/react/macro'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import { createGeneration } from '#app/shell/data/generations.functions.ts'
import { useStart } from './use-start.ts'

/** `max_price`: the price that the person saw. */
type NewRun = Omit<Parameters<typeof createGeneration>[0]['data'], 'idempotency_key'> & {
  max_price: number
  /** Whether the model takes no prompt. */
  isPromptless?: boolean
}

/** Starts runs, one request at a time. `setFailure` receives the reason why the last one did not start, and null when the next is sent. */
export function useSubmission({ setFailure }: { setFailure: (failure: ApiFailure | null) => void }) {
  const { t } = useLingui()
  const { sending, start } = useStart()

  function promptMissing(): ApiFailure {
    const detail = t`Describe what to create.`
    return {
      statusCode: 422,
      statusMessage: detail,
      detail,
      code: 'invalid_input',
      fields: { prompt: { code: 'prompt_empty', detail } },
    }
  }

  async function send({ isPromptless = false, ...run }: NewRun): Promise<Generation | null> {
    if (!run.prompt && !isPromptless) {
      setFailure(promptMissing())
      return null
    }
    setFailure(null)
    const result = await start(run, { send: (data) => createGeneration({ data }), runsOf: (started) => [started] })
    if (result.ok) return result.data
    setFailure(result.error)
    return null
  }

  return { sending, send }
}
