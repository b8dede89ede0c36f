import { useRef, useState } from 'react'
import { Recorder } from '#app/runs/recorder.tsx'
import { toWav } from './to-wav.ts'

type VoiceMessageProps = { onRecorded: (file: File) => void; onClose: () => void }

/** Records a voice message, in the format that every model that hears takes. */
export function VoiceMessage({ onRecorded, onClose }: VoiceMessageProps) {
  const [converting, setConverting] = useState(false)
  const closed = useRef(false)
  async function take(file: File) {
    setConverting(true)
    const sound = await toWav(file)
    if (closed.current) return
    onRecorded(sound)
    onClose()
  }
  return (
    <div aria-busy={converting || undefined} className="px-3 pb-2">
      <Recorder
        again={false}
        starts
        onRecorded={(file) => void take(file)}
        onDiscarded={() => {
          closed.current = true
          onClose()
        }}
      />
    </div>
  )
}
