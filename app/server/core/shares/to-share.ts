import type { Share } from '#app/contract/shares.ts'
import type { ShareRow } from './find-share.ts'

export const toShare = ({ token, generationId, showPrompt, expiresAt, createdAt }: ShareRow): Share => ({
  token,
  generation_id: generationId,
  show_prompt: showPrompt,
  expires_at: expiresAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
})
