import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type SampledCall, type SampleLanguage, sampleLanguageNames, sampleLanguages, writeSample } from './call-samples.ts'
import { CopyButton } from '../controls/copy-button.tsx'
import { Segmented } from '../controls/segmented.tsx'

/** Code that scrolls within its own box, also by keyboard. Code of one long line, such as JSON that was sent, wraps. */
export function Code({ text, label, wraps = false }: { text: string; label: string; wraps?: boolean }) {
  return (
    <pre
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Scrolling by keyboard needs the focus.
      tabIndex={0}
      className={`max-h-96 overflow-auto rounded-control bg-wash px-4 py-3 font-mono text-sm leading-relaxed ${wraps ? 'wrap-anywhere whitespace-pre-wrap' : ''}`}
    >
      <code>{text}</code>
    </pre>
  )
}

/** A call in the languages of programs, to copy. `name` distinguishes it from others on the page. */
export function CodeSamples({ call, name = '' }: { call: SampledCall; name?: string }) {
  const { t } = useLingui()
  const [language, setLanguage] = useState<SampleLanguage>('curl')
  const text = writeSample(language, call)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segmented
          label={t`Language of the sample`}
          hideLabel
          size="sm"
          value={language}
          onValueChange={setLanguage}
          items={sampleLanguages.map((value) => ({ value, label: sampleLanguageNames[value] }))}
        />
        <CopyButton text={text} label={t`Copy sample`} />
      </div>
      <Code text={text} label={`${t`Sample`}${name && `: ${name}`}`} />
    </div>
  )
}
