import { beginOnSecondThread } from '../second-thread.ts'
import { leaderOf, openParts, openPolish } from './parts.ts'
import type { Speech, SpokenPart } from './parts.ts'
import type { SpeakAnswer } from './speak-parts.ts'

/** Parts spoken before they are needed: the other thread never waits for the next, and a long text is never in memory as a whole. */
const askedAhead = 4
/** Shorter than this, a text is spoken before another thread is up. */
const worthAThread = 500
/** While the other thread is waited for, the cancel flag is looked at this often. */
const lookMs = 20

/** The parts of a speech, computed while what came before them is encoded. They are the same on one thread and on two. */
export function speakAhead(speech: Speech, checkpoint: () => void): AsyncGenerator<SpokenPart> {
  return speech.text.length < worthAThread ? speakHere(speech) : speakThere(speech, checkpoint)
}

async function* speakHere(speech: Speech): AsyncGenerator<SpokenPart> {
  for (const part of await openParts(speech)) {
    yield part
    // Lets progress out.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** It speaks there and polishes here: that takes about as long. */
async function* speakThere(speech: Speech, checkpoint: () => void): AsyncGenerator<SpokenPart> {
  // A failure of the other thread would come without its class.
  leaderOf(speech)
  const finish = openPolish(speech)
  const answers: SpeakAnswer[] = []
  let failure: Error | null = null
  let wake = () => {}
  const thread = beginOnSecondThread({ kind: 'speech', speech }, (error) => {
    failure ??= error
    wake()
  })
  thread.port.on('message', (answer: SpeakAnswer) => {
    answers.push(answer)
    wake()
  })
  const look = setInterval(() => wake(), lookMs)
  const ask = () => thread.port.postMessage('next')
  let isDone = false
  try {
    for (let asked = 0; asked < askedAhead; asked += 1) ask()
    for (;;) {
      checkpoint()
      const answer = answers.shift()
      if (answer) {
        ask()
        yield finish(answer)
      } else if (answer === null) {
        isDone = true
        return
      } else if (failure) throw failure
      else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    clearInterval(look)
    if (isDone) thread.release()
    else await thread.end()
  }
}
