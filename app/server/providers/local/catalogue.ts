import type { LocalKind } from '#app/contract/local-models.ts'

/** A model that runs on this machine: a text model is a file in the format of llama.cpp (GGUF). */
export type LocalModel = {
  kind: LocalKind
  /** Its public id is `local/<id>`. */
  id: string
  name: string
  file: string
  /** Address of the file at its publisher, which `MODELS_MIRROR` replaces. */
  source: string
  licence: string
  /** Languages that its publisher names and that are of use here. */
  languages: readonly string[]
  /** Exact size of the file in bytes. */
  bytes: number
  /** Memory that a run needs in bytes: the weights and a context of `contextLength`. */
  memory: number
  /** SHA-256 of the file; null for a file that is not in the catalogue. */
  sha256: string | null
  contextLength: number
}

const gigabyte = 1_000_000_000
const contextLength = 4_096

const huggingFace = 'https://huggingface.co'

/**
 * Vetted models, smallest first. Sizes and checksums are those of the publisher's files, as many independent projects pin them; compared on
 * 2026-11-24.
 */
export const localModels: readonly (LocalModel & { sha256: string })[] = [
  {
    kind: 'text',
    id: 'qwen2.5-0.5b',
    name: 'Qwen2.5 0.5B',
    file: 'qwen2.5-0.5b-instruct-q4_k_m.gguf',
    source: `${huggingFace}/Qwen/Qwen2.5-0.5B-Instruct-GGUF/resolve/main/qwen2.5-0.5b-instruct-q4_k_m.gguf`,
    licence: 'Apache-2.0',
    languages: ['en', 'ru'],
    bytes: 491_400_032,
    memory: 0.9 * gigabyte,
    sha256: '74a4da8c9fdbcd15bd1f6d01d621410d31c6fc00986f5eb687824e7b93d7a9db',
    contextLength,
  },
  {
    kind: 'text',
    id: 'qwen3-4b',
    name: 'Qwen3 4B',
    file: 'Qwen3-4B-Q4_K_M.gguf',
    source: `${huggingFace}/Qwen/Qwen3-4B-GGUF/resolve/main/Qwen3-4B-Q4_K_M.gguf`,
    licence: 'Apache-2.0',
    languages: ['en', 'ru'],
    bytes: 2_497_280_256,
    memory: 3.6 * gigabyte,
    sha256: '7485fe6f11af29433bc51cab58009521f205840f5b4ae3a32fa7f92e8534fdf5',
    contextLength,
  },
  {
    kind: 'text',
    id: 'qwen3-8b',
    name: 'Qwen3 8B',
    file: 'Qwen3-8B-Q4_K_M.gguf',
    source: `${huggingFace}/Qwen/Qwen3-8B-GGUF/resolve/main/Qwen3-8B-Q4_K_M.gguf`,
    licence: 'Apache-2.0',
    languages: ['en', 'ru'],
    bytes: 5_027_783_488,
    memory: 6.4 * gigabyte,
    sha256: 'd98cdcbd03e17ce47681435b5150e34c1417f50b5c0019dd560e4882c5745785',
    contextLength,
  },
]
