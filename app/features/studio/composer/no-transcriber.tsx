import { Trans } from '@lingui/react/macro'
import { useUser } from '#app/shell/data/session.queries.ts'

/** Says that no model here turns speech into text, and what would. */
export function NoTranscriber() {
  const user = useUser()
  return (
    <div role="status" className="mx-5 grid gap-2 rounded-card bg-wash p-4 lg:mx-6">
      <p className="font-medium">
        <Trans>No model here turns speech into text</Trans>
      </p>
      <p className="text-sm text-ink-soft">
        <Trans>The built-in models can’t do this. It needs a connected service or a local server.</Trans>
      </p>
      {user && user.role !== 'member' && (
        <p className="text-sm text-ink-soft">
          <Trans>
            For the administrator: set the key of OpenAI, Mistral, ElevenLabs or Groq, or name a Whisper server in OPENAI_COMPATIBLE.
          </Trans>
        </p>
      )}
    </div>
  )
}
