import { useLingui } from '@lingui/react/macro'
import type { Makes } from '#app/contract/studio/tool-names.ts'

export type CallWords = {
  /** “Create an image?” */
  question: string
  /** The same as a part of a sentence: “create an image”. */
  act: string
  /** Its results: “images”. */
  results: string
}

/** Names of the results that calls of an assistant ask for. */
export function useCallWords(): Record<Makes, CallWords> {
  const { t } = useLingui()
  return {
    picture: { question: t`Create an image?`, act: t`create an image`, results: t`images` },
    video: { question: t`Create a video?`, act: t`create a video`, results: t`videos` },
    speech: { question: t`Read a text aloud?`, act: t`read a text aloud`, results: t`speech` },
    music: { question: t`Create music?`, act: t`create music`, results: t`music` },
    edit: { question: t`Edit this?`, act: t`edit a result`, results: t`edits` },
    cut_out: { question: t`Remove the background?`, act: t`remove the background`, results: t`background removal` },
    enlarge: { question: t`Enlarge this image?`, act: t`enlarge an image`, results: t`enlarged images` },
    extend: { question: t`Extend this?`, act: t`extend a result`, results: t`extended results` },
    transcribe: { question: t`Transcribe this recording?`, act: t`transcribe a recording`, results: t`transcripts` },
    recipe: { question: t`Use your recipe?`, act: t`use your recipe`, results: t`recipes` },
  }
}
