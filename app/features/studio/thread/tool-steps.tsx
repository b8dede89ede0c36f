import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Generation, ToolResult } from '#app/contract/runs/generations.ts'
import { toolResultsQuery } from '#app/shell/data/generations.queries.ts'
import { InputSource } from '#app/runs/input-source.tsx'
import { ToolStep } from '#app/runs/tool-step.tsx'
import { useStepWords } from './step-words.ts'

type Found = { run: Generation; result: ToolResult }

const resultIn = (run: Generation | undefined, call: string): Found | undefined => {
  const result = run?.tool_results?.find(({ id }) => id === call)
  return run && result && { run, result }
}

/** The calls in an answer, each with the result that the next run of the conversation was given. */
export function CalledTools({ turn, next }: { turn: Generation; next: Generation | undefined }) {
  // Those that make something have rows or a card of their own.
  const shown = turn.calls?.filter(({ id }) => !turn.call_states?.some(({ call_id, makes }) => call_id === id && makes !== null))
  return shown?.map(({ id, name, input }) => (
    <OneStep key={id} name={name} input={input} found={resultIn(next, id)} isOurs={turn.call_states != null} />
  ))
}

/** The results that a run was given for calls that the conversation does not show, for instance of one that started elsewhere. */
export function GivenResults({ turn, before }: { turn: Generation; before: Generation | undefined }) {
  const own = turn.tool_results?.filter(({ id }) => !before?.calls?.some((call) => call.id === id)) ?? []
  return own.map((result) => <OneStep key={result.id} name={result.name} input={result.input} found={{ run: turn, result }} />)
}

type OneStepProps = {
  name: string
  input: string | null
  found: Found | undefined
  /** Whether it is a call of the studio's tools and not of a program's, which may have the same names. */
  isOurs?: boolean
}

function OneStep({ name, input, found, isOurs = false }: OneStepProps) {
  const { t } = useLingui()
  const stepWords = useStepWords()
  const [open, setOpen] = useState(false)
  const isCut = found !== undefined && found.result.text.length < found.result.length
  const { data } = useQuery({ ...toolResultsQuery(found?.run.id ?? ''), enabled: open && isCut })
  const result = data?.items.find(({ id }) => id === found?.result.id) ?? found?.result
  const files = result?.inputs ?? []
  return (
    <ToolStep
      name={name}
      words={isOurs ? stepWords({ name, input, result }) : undefined}
      input={input}
      result={result}
      onOpen={() => setOpen(true)}
    >
      {files.length > 0 && (
        <ul aria-label={t`Files of the result`} className="grid gap-2">
          {files.map((file) => (
            <li key={'upload_id' in file ? file.upload_id : `${file.generation_id} ${file.index}`}>
              <InputSource input={file} roleName={null} opens />
            </li>
          ))}
        </ul>
      )}
    </ToolStep>
  )
}
