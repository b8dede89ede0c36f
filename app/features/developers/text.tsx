import { Fragment } from 'react'

/** A text of the document: its code between backticks, and its paragraphs. */
export function Text({ text, className = '' }: { text: string; className?: string }) {
  return text.split('\n\n').map((paragraph) => (
    <p key={paragraph} lang="en" className={`max-w-reading text-pretty ${className}`}>
      {paragraph.split('`').map((part, index) =>
        index % 2 === 0 ? (
          // The parts of a text have no other identity.
          <Fragment key={index}>{part}</Fragment>
        ) : (
          // The parts of a text have no other identity.
          <code key={index} className="rounded-sm bg-ink/6 px-1 font-mono text-[0.9em] break-words">
            {part}
          </code>
        ),
      )}
    </p>
  ))
}
