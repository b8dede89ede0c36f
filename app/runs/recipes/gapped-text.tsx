import { partsOf } from '#app/contract/recipes/prompt-gaps.ts'

/** A prompt whose gaps look like the blanks that they are, without their braces. */
export function GappedText({ text }: { text: string }) {
  return partsOf(text).map((part, index) =>
    part.isGap ? (
      <span key={index} className="rounded-[5px] bg-kind-soft box-decoration-clone px-1.5 text-ink">
        {part.text}
      </span>
    ) : (
      part.text
    ),
  )
}
