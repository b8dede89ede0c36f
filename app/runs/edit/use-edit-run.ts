import { useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { useSubmission } from '../use-submission.ts'

type EditRun = Parameters<ReturnType<typeof useSubmission>['send']>[0]

/** Starts an edit of an image. `problem` is the reason why the last one did not start. */
export function useEditRun(onStarted: (started: Generation) => void) {
  const failureMessage = useFailureMessage()
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const { sending, send } = useSubmission({ setFailure })
  const [field] = Object.values(failure?.fields ?? {})
  return {
    sending,
    problem: failure && (field?.detail ?? failureMessage(failure)),
    setFailure,
    async start(run: EditRun): Promise<void> {
      const started = await send(run)
      if (started) onStarted(started)
    },
  }
}
