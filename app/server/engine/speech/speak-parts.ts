import type { MessagePort } from 'node:worker_threads'
import { openRoughParts } from './parts.ts'
import type { RoughPart, Speech } from './parts.ts'

/** The next part; null after the last one. */
export type SpeakAnswer = RoughPart | null

/** On a second thread for one long speech: speaks the next part whenever it is asked to. */
export async function speakParts(speech: Speech, port: MessagePort): Promise<void> {
  const parts = await openRoughParts(speech)
  port.on('message', () => {
    const { value } = parts.next()
    const answer: SpeakAnswer = value ?? null
    port.postMessage(answer, answer ? [answer.samples.buffer] : [])
  })
}
