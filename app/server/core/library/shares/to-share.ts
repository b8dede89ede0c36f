import type { Share } from '#app/contract/library/shares.ts'
import type { ShareRow } from './find-share.ts'

export const toShare = ({ token, generationId, showPrompt, showThinking, expiresAt, createdAt }: ShareRow): Share => ({
  token,
  generation_id: generationId,
  show_prompt: showPrompt,
  show_thinking: showThinking,
  expires_at: expiresAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
})
