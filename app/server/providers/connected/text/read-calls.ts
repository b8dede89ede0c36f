import type { TextStreamPart, ToolSet } from 'ai'
import type { CallPiece } from '../../kinds.ts'

type Part = TextStreamPart<ToolSet>

/**
 * Reads the calls of a program's tools from the parts of an answer; without `onCall`, none. Arguments are passed on as the model writes them,
 * because a program may rely on their exact text.
 */
export function readCalls(onCall: ((piece: CallPiece) => void) | undefined) {
  const names = new Map<string, string>()
  /** The calls whose arguments have come in pieces. */
  const streamed = new Set<string>()
  let characters = 0

  function pass(piece: CallPiece): void {
    characters = piece.delta.length
    onCall?.(piece)
  }

  return {
    /** Returns whether the part belongs to a call. */
    take(part: Part): boolean {
      if (!onCall) return false
      if (part.type === 'tool-input-start' && !part.providerExecuted) {
        names.set(part.id, part.toolName)
        pass({ id: part.id, name: part.toolName, delta: '' })
        return true
      }
      const name = part.type === 'tool-input-delta' ? names.get(part.id) : undefined
      if (part.type === 'tool-input-delta' && name !== undefined) {
        if (part.delta !== '') streamed.add(part.id)
        pass({ id: part.id, name, delta: part.delta })
        return true
      }
      if (part.type !== 'tool-call' || part.providerExecuted) return false
      const { toolCallId: id, toolName, input } = part
      pass({ id, name: toolName, delta: streamed.has(id) ? '' : typeof input === 'string' ? input : JSON.stringify(input) })
      return true
    },
    /** The length of the last piece. */
    characters: () => characters,
  }
}
