import { useLingui } from '@lingui/react/macro'

type Step = { name: string; input: string | null; result: { failed: boolean } | undefined }

/** Reads the arguments that a model wrote; they may be broken. */
function argumentsOf(input: string | null): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(input ?? '')
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}

/** Returns what a call of a studio's tool does, in words: “Looked through your results: fox”. Undefined for other tools. */
export function useStepWords() {
  const { t } = useLingui()
  return ({ name, input, result }: Step): string | undefined => {
    const { words: given, in: place } = argumentsOf(input)
    const words = typeof given === 'string' ? given.trim() : ''
    const isFailed = result?.failed ?? false
    switch (name) {
      case 'find':
        if (isFailed) return t`Couldn’t search`
        if (place === 'files') return words ? t`Looked through the files: ${words}` : t`Looked through the files`
        return words ? t`Looked through your results: ${words}` : t`Looked through your results`
      case 'read':
        return isFailed ? t`Couldn’t read a text` : t`Read a text`
      case 'create':
        return isFailed ? t`Couldn’t create a result` : t`Wanted to create a result`
      case 'change':
        return isFailed ? t`Couldn’t edit a result` : t`Wanted to edit a result`
      case 'use_recipe':
        return isFailed ? t`Couldn’t use a recipe` : t`Wanted to use a recipe`
      default:
        return undefined
    }
  }
}
