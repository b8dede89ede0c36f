import { writeSync } from 'node:fs'
import { type Debugger, Session } from 'node:inspector'
import { workerData } from 'node:worker_threads'
import * as v from 'valibot'
import { stalledExitCode } from './stalled-exit-code.ts'
import { openStillness } from './stillness.ts'

/** A thread that ends the process when its main thread stands still, and reports the place where it stands. */

const { beats, seconds } = v.parse(v.object({ beats: v.instance(SharedArrayBuffer), seconds: v.number() }), workerData)
const counter = new Int32Array(beats)
const ticks = 30
/** Milliseconds for the main thread to be interrupted. A call of native code cannot be. */
const interruptMs = 5_000
const mostFrames = 12

const isStill = openStillness(ticks)
const ticking = setInterval(
  () => {
    if (!isStill(Atomics.load(counter, 0))) return
    clearInterval(ticking)
    endProcess()
  },
  (seconds * 1_000) / ticks,
)

function endProcess(): void {
  const session = new Session()
  session.connectToMainThread()
  const urls = new Map<string, string>()
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url))
  session.on('Debugger.paused', ({ params: { callFrames } }) => {
    report(callFrames.slice(0, mostFrames).map((frame) => placeOf(frame, urls)))
    const [top] = callFrames
    // The kernel ignores the signals that the first process of a container sends itself, so the main thread exits.
    if (top)
      session.post('Debugger.evaluateOnCallFrame', {
        callFrameId: top.callFrameId,
        expression: `process.exit(${stalledExitCode})`,
      })
  })
  session.post('Debugger.enable')
  session.post('Debugger.pause')
  setTimeout(() => {
    report([])
    process.kill(process.pid, 'SIGALRM')
  }, interruptMs)
}

const placeOf = ({ functionName, location }: Debugger.CallFrame, urls: ReadonlyMap<string, string>): string =>
  `at ${functionName || '<anonymous>'} (${urls.get(location.scriptId) ?? 'native'}:${location.lineNumber + 1}:${(location.columnNumber ?? 0) + 1})`

/** Writes a line like those of the log, which the main thread cannot write. */
function report(at: readonly string[]): void {
  const line = { level: 60, time: Date.now(), msg: `the event loop stood still for ${seconds} s: the process ends`, at }
  writeSync(1, `${JSON.stringify(line)}\n`)
}
