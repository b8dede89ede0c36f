import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes packages with the parts of the interfaces of sherpa-onnx-node and unbzip2-stream that are used. The detector finds what is loud; the
 * recognizer says the length of a passage and its language; a voice hums for a tenth of a second for each letter. A word of a text
 * makes it fail: `crash`, `break`, `silence`. Archives are not compressed.
 */
export async function writeSherpaRuntime(folder: string): Promise<void> {
  for (const [name, source] of Object.entries({ 'sherpa-onnx-node': sherpa, 'unbzip2-stream': unbzip2 })) {
    const to = join(folder, 'node_modules', name)
    await mkdir(to, { recursive: true })
    await writeFile(join(to, 'package.json'), JSON.stringify({ name, main: 'index.js' }))
    await writeFile(join(to, 'index.js'), source)
  }
}

const unbzip2 = `
const { PassThrough } = require('node:stream')
module.exports = () => new PassThrough()
`

const sherpa = `
const { statSync } = require('node:fs')
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
exports.OfflineRecognizer = class {
  static async createAsync({ modelConfig: { whisper, tokens } }) {
    for (const path of [whisper.encoder, whisper.decoder, tokens]) statSync(path)
    return Object.assign(new this(), { language: whisper.language })
  }
  createStream() {
    return { acceptWaveform({ samples, sampleRate }) { this.seconds = samples.length / sampleRate } }
  }
  async decodeAsync(stream) {
    await wait(2)
    return { text: ' ' + stream.seconds.toFixed(1) + ' seconds', lang: this.language === '' ? '<|ru|>' : this.language }
  }
}
exports.Vad = class {
  constructor({ sileroVad, sampleRate }) {
    statSync(sileroVad.model)
    Object.assign(this, { window: sileroVad.windowSize, longest: sileroVad.maxSpeechDuration * sampleRate })
    this.reset()
  }
  reset() { Object.assign(this, { at: 0, open: null, found: [] }) }
  acceptWaveform(samples) {
    if (samples.length !== this.window) throw new Error('the window has another size')
    const isLoud = samples.some((sample) => Math.abs(sample) > 0.05)
    if (isLoud) this.open ??= { start: this.at, pieces: [] }
    if (isLoud) this.open.pieces.push(Float32Array.from(samples))
    if (this.open && (!isLoud || this.open.pieces.length * this.window >= this.longest)) this.flush()
    this.at += samples.length
  }
  flush() {
    if (!this.open) return
    const { start, pieces } = this.open
    this.open = null
    const samples = new Float32Array(pieces.length * this.window)
    pieces.forEach((piece, index) => samples.set(piece, index * this.window))
    this.found.push({ start, samples })
  }
  isEmpty() { return this.found.length === 0 }
  front() { return this.found[0] }
  pop() { this.found.shift() }
}
exports.OfflineTts = class {
  static async createAsync({ model: { vits, kokoro } }) {
    const { model, tokens, dataDir, voices } = vits ?? kokoro
    for (const path of [model, tokens, dataDir, ...(kokoro ? [voices] : [])]) statSync(path)
    return new this()
  }
  async generateAsync({ text, sid, speed, onProgress }) {
    if (text.includes('crash')) process.kill(process.pid, 'SIGABRT')
    if (text.includes('break')) throw new Error('UPSTREAM-WORDS')
    const samples = new Float32Array(text.includes('silence') ? 0 : Math.round((text.length * 2205) / speed))
    for (let index = 0; index < samples.length; index += 1) samples[index] = Math.sin(index * 0.05 * (sid + 1)) * 0.5
    for (const _ of text.split('.')) {
      if (onProgress({ samples, progress: 0 }) === 0) return { samples: new Float32Array(0), sampleRate: 22050 }
      await wait(2)
    }
    return { samples, sampleRate: 22050 }
  }
}
`
