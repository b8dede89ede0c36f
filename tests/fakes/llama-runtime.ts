import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes a package with the part of node-llama-cpp's interface that is used, into `folder/node_modules`. It repeats the words of the prompt
 * with the number of the history's items, as JSON if a grammar asks for it (the schema itself where it has one) and up to a stop trigger, slowly enough to be canceled. A word of the prompt makes it fail: `crash`, `grow`, `break`. In
 * a folder with a file `one-at-a-time`, no model is loaded while another process has one loaded.
 */
export async function writeLlamaRuntime(folder: string): Promise<void> {
  const dist = join(folder, 'node_modules', 'node-llama-cpp', 'dist')
  await mkdir(dist, { recursive: true })
  await writeFile(join(folder, 'node_modules', 'node-llama-cpp', 'package.json'), '{"type":"module"}')
  await writeFile(join(dist, 'index.js'), source)
}

const source = `
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
const kept = []
export async function getLlama() {
  return {
    getGrammarFor: async (type) => ({ type }),
    createGrammarForJsonSchema: async (schema) => ({ schema }),
    async loadModel({ modelPath }) {
      statSync(modelPath)
      const loaded = join(dirname(modelPath), 'loaded.pid')
      const isAlone = existsSync(join(dirname(modelPath), 'one-at-a-time'))
      if (isAlone && existsSync(loaded) && isRunning(Number(readFileSync(loaded, 'utf8')))) throw new Error('two models are loaded')
      writeFileSync(loaded, String(process.pid))
      return {
        tokenizer: (text) => text.split(' ').map((_, index) => index),
        trainContextSize: 4096,
        createEmbeddingContext: async ({ contextSize }) => ({
          calculateInputLength: (text) => text.split(' ').length,
          async getEmbeddingFor(text) {
            await sleep(2)
            if (text === 'break') throw new Error('UPSTREAM-WORDS')
            return { vector: [text.length, 2 * text.length, 0, contextSize > 0 ? 2 * text.length : 0] }
          },
        }),
        createContext: async () => ({
          getSequence: () => ({ nextTokenIndex: 0, clearHistory: async () => {}, evaluateWithoutGeneratingNewTokens: () => sleep(5) }),
        }),
      }
    },
  }
}
function isRunning(pid) {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch {
    return false
  }
}
export const resolveChatWrapper = () => ({
  generateContextState: ({ chatHistory }) => ({
    contextText: { tokenize: (tokenizer) => tokenizer(chatHistory.map((item) => item.text ?? item.response.join('')).join(' ')) },
  }),
})
export class LlamaChatSession {
  setChatHistory(history) { this.history = history }
  dispose() {}
  async promptWithMeta(prompt, { maxTokens, signal, onToken, onTextChunk, customStopTriggers = [], grammar }) {
    const plain = [String(this.history.length), ...prompt.split(' ')]
    const words = grammar?.schema ? [JSON.stringify(grammar.schema)] : grammar ? [JSON.stringify({ [grammar.type]: plain })] : plain
    for (const [index, word] of words.entries()) {
      if (signal.aborted) return { stopReason: 'abort' }
      if (index === maxTokens) return { stopReason: 'maxTokens' }
      if (customStopTriggers.includes(word)) return { stopReason: 'customStopTrigger' }
      if (word === 'crash') process.kill(process.pid, 'SIGSEGV')
      if (word === 'break') throw new Error('UPSTREAM-WORDS')
      if (word === 'grow') {
        for (let piece = 0; piece < 30; piece += 1) kept.push(Buffer.alloc(10_000_000, 1))
        await sleep(60_000)
      }
      onToken([index])
      onTextChunk(index === 0 ? word : ' ' + word)
      await sleep(2)
    }
    return { stopReason: 'eogToken' }
  }
}
`
