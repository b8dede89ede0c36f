import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { Kind } from '#app/contract/base/values.ts'

/** Joined videos, transcripts and edited images have no prompt, and need a name as well. */
const untitled = {
  video: msg`Untitled video`,
  image: msg`Untitled image`,
  audio: msg`Untitled recording`,
  text: msg`Untitled text`,
} satisfies Record<Kind, unknown>

type Named = { type: Kind; title: string | null; prompt: string }

/** Returns the name of a work: its title, otherwise its prompt, otherwise its kind. Never empty. */
export const workName = (i18n: I18n, { type, title, prompt }: Named): string => title || prompt || i18n._(untitled[type])

export function useWorkName(): (work: Named) => string {
  const { i18n } = useLingui()
  return useCallback((work) => workName(i18n, work), [i18n])
}
