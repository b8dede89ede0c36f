import { ownVoice } from '#app/contract/runs/own-voice.ts'
import type { OwnVoice, VoiceErrorCode } from '#app/contract/runs/voices.ts'
import type { Locale } from '#config'
import type { voices } from '#app/server/db/schema/voices.ts'
import { type ServerText, translate } from '#app/server/i18n.ts'
import type { Keys } from '#app/server/keys.ts'
import { signFileUrl } from '../files/file-url.ts'

export type VoiceRow = typeof voices.$inferSelect

const errorTexts: Record<VoiceErrorCode, ServerText> = {
  sample_refused: /*i18n*/ {
    id: 'voice.sample_refused',
    message: 'The service didn’t accept the recording. Record one voice in a quiet room, without music, and try again.',
  },
  service_full: /*i18n*/ {
    id: 'voice.service_full',
    message: 'The service has no room for another voice right now. Ask the administrator, or delete a voice of yours.',
  },
  service_failed: /*i18n*/ {
    id: 'voice.service_failed',
    message: 'The service couldn’t make the voice. Nothing was charged. Try again later.',
  },
}

export function toVoice(row: VoiceRow, { keys, locale }: { keys: Keys; locale: Locale }): OwnVoice {
  const { id, name, service, status, error, uploadId, consentVersion, consentLocale, consentAt, createdAt } = row
  if (status === 'deleting') throw new Error(`voice ${id} is being deleted`)
  return {
    id,
    voice: ownVoice(id),
    name,
    service,
    status,
    error: error && { code: error, detail: translate(locale, errorTexts[error]) },
    sample_url: uploadId && signFileUrl(keys, uploadId),
    consent: { version: consentVersion, locale: consentLocale, at: consentAt.toISOString() },
    created_at: createdAt.toISOString(),
  }
}
