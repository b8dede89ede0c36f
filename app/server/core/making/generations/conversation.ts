import type { GenerationInput } from '#app/contract/runs/generations.ts'
import type { Asked, Replay, StoredTurn, ToolCall } from '#app/contract/studio/turns.ts'
import { withoutThoughts } from '#app/server/providers/split-thoughts.ts'
import { partsOf, type PlainTurn } from './read-program.ts'

/** A run of a conversation, from which its turns are made. */
export type ConversationRun = {
  id: string
  type: 'text' | 'image' | 'audio' | 'video'
  prompt: string
  text: string | null
  inputs: GenerationInput[]
  said: StoredTurn[] | null
  asked: Asked | null
  calls: ToolCall[] | null
  replay: Replay | null
  /** Whether its answer is part of the conversation: that of a failed run is not. */
  answered: boolean
  /** Positions of the images that it made. */
  made: number[]
}

export type ConversationOptions = {
  /** Whether the model is offered the studio's tools: then it hears its earlier calls with their results, otherwise only what it has said. */
  withTools: boolean
  /** The calls of the last run are answered by the turns that follow. */
  isStep: boolean
  /** The model and the release of the library whose parts can be sent back. */
  model: string
  sdk: number
}

/** Largest number of exchanges sent; older ones are omitted as a whole. */
const maxExchanges = 40
const maxCharacters = 60_000
/** Characters of a tool's result that are sent again once its message has been answered. */
const maxOldResult = 2_000

/**
 * Makes the turns of a conversation from its runs, oldest first. It is cut only before a message of the person, and each call is followed by
 * its result and then by an answer: services refuse anything else.
 */
export function conversationOf(runs: readonly ConversationRun[], options: ConversationOptions): PlainTurn[] {
  const exchanges: ConversationRun[][] = []
  for (const run of runs) {
    // A step whose message is not among the runs belongs to none.
    if (isMessage(run)) exchanges.push([run])
    else exchanges.at(-1)?.push(run)
  }
  const current = options.isStep ? exchanges.at(-1) : undefined
  let characters = 0
  const past = exchanges
    .filter((exchange) => exchange !== current)
    // A step follows the last exchange alone: the calls of one that was stopped have no results either.
    .map((exchange) => ended(shortened(turnsOf(exchange, { ...options, isStep: false }))))
    .filter((turns) => turns.length > 0)
    .slice(-maxExchanges)
  const kept = past.toReversed().filter((turns) => (characters += charactersOf(turns)) <= maxCharacters)
  return [...kept.toReversed().flat(), ...(current ? turnsOf(current, options) : [])]
}

/** Whether a run adds a message of the person; otherwise it is a step that only answers calls. */
const isMessage = ({ said, prompt }: ConversationRun) => said === null || prompt !== ''

function turnsOf(exchange: readonly ConversationRun[], { withTools, isStep, ...own }: ConversationOptions): PlainTurn[] {
  return exchange.flatMap((run, at): PlainTurn[] => {
    const before = exchange[at - 1]
    const next = exchange[at + 1]
    const asking: PlainTurn[] = isMessage(run)
      ? [{ role: 'user', text: run.prompt, inputs: run.inputs }]
      : withTools && before
        ? resultsFor(before, run)
        : []
    if (!run.answered) return asking
    const calls = withTools && run.asked?.studio ? (run.calls ?? []) : []
    const inputs = run.made.map((index) => ({ generation_id: run.id, index, role: 'reference' as const }))
    const text = run.type === 'text' ? withoutThoughts(run.text ?? '') : inputs.length > 0 ? '' : `[Made: ${run.type}]`
    if (text === '' && calls.length === 0 && inputs.length === 0) return asking
    const answer: PlainTurn = {
      role: 'assistant',
      // Answers of earlier versions contain the reasoning of some models.
      text,
      inputs,
      ...(calls.length > 0 && { calls, ...partsOf(run.replay, own) }),
    }
    const isLeft = calls.length > 0 && !next && !isStep
    return [...asking, answer, ...(isLeft ? resultsFor(run, undefined) : [])]
  })
}

/** Returns a result for each call of an answer: that of the step after it, or a note that there is none. */
function resultsFor({ calls, asked }: ConversationRun, step: ConversationRun | undefined): PlainTurn[] {
  if (!asked?.studio) return []
  return (calls ?? []).map(({ id, name }): PlainTurn => {
    const found = step?.said?.find((turn) => turn.role === 'tool' && turn.answers?.id === id)
    const answers = { id, name }
    return found?.role === 'tool' ? { ...found, answers } : { role: 'tool', text: '[Not answered]', answers, failed: true }
  })
}

/** Ends an exchange with an answer, also one that was stopped or failed. Returns no turns if nothing was answered. */
function ended(turns: readonly PlainTurn[]): PlainTurn[] {
  const joined: PlainTurn[] = []
  for (const turn of turns) {
    const last = joined.at(-1)
    // Steps whose calls are left out follow each other.
    if (last?.role === 'assistant' && turn.role === 'assistant' && !last.calls)
      joined.splice(-1, 1, {
        ...turn,
        text: [last.text, turn.text].filter(Boolean).join('\n\n'),
        inputs: [...(last.inputs ?? []), ...(turn.inputs ?? [])],
      })
    else joined.push(turn)
  }
  const last = joined.at(-1)
  if (last?.role === 'user' || !last) return []
  return last.role === 'tool' ? [...joined, { role: 'assistant', text: '[No answer]' }] : joined
}

const shortened = (turns: readonly PlainTurn[]): PlainTurn[] =>
  turns.map((turn) =>
    turn.role === 'tool' && turn.text.length > maxOldResult ? { ...turn, text: `${turn.text.slice(0, maxOldResult)}\n[Cut off]` } : turn,
  )

const charactersOf = (turns: readonly PlainTurn[]) =>
  turns.reduce((sum, { text, calls = [] }) => sum + text.length + calls.reduce((all, { input }) => all + input.length, 0), 0)
