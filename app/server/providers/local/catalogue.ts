export type LocalFile = {
  /** Its path within the folder of models. */
  name: string
  /** Its address at the publisher, which `MODELS_MIRROR` replaces. Empty for a file that somebody has put in place. */
  source: string
  /** Exact size in bytes. */
  bytes: number
  /** Null for a file that is not in the catalogue. */
  sha256: string | null
}

/** A voice of a speech model: its number in the model's file, and its name. */
export type LocalVoice = { sid: number; name: string }

type Facts = {
  /** Its public id is `local/<id>`. */
  id: string
  name: string
  licence: string
  /** Languages that its publisher names and that are of use here. */
  languages: readonly string[]
  /** Memory that a run needs in bytes. */
  memory: number
  files: readonly LocalFile[]
}

/** A model that runs on this machine: with llama.cpp (a GGUF file), or with sherpa-onnx. */
export type LocalModel = Facts &
  (
    | { kind: 'text'; contextLength: number }
    | { kind: 'transcription'; size: string }
    /** `folder`: the folder of models into which its archive is unpacked. */
    | { kind: 'speech'; family: 'piper' | 'kokoro'; folder: string; model: string; voices: readonly LocalVoice[] }
  )

export const bytesOf = ({ files }: Pick<LocalModel, 'files'>): number => files.reduce((sum, { bytes }) => sum + bytes, 0)

const gigabyte = 1_000_000_000
const contextLength = 4_096

const huggingFace = 'https://huggingface.co'
const sherpaReleases = 'https://github.com/k2-fsa/sherpa-onnx/releases/download'

const gguf = (repository: string, name: string, bytes: number, sha256: string): LocalFile[] => [
  { name, source: `${huggingFace}/${repository}/resolve/main/${name}`, bytes, sha256 },
]

/** Finds speech in recordings of any length. All sizes of Whisper share it. */
export const vadFile: LocalFile = {
  name: 'silero_vad.onnx',
  source: `${sherpaReleases}/asr-models/silero_vad.onnx`,
  bytes: 643_854,
  sha256: '9e2449e1087496d8d4caba907f23e0bd3f78d91fa552479bb9c23ac09cbb1fd6',
}

type WhisperFacts = {
  size: string
  name: string
  memory: number
  encoder: [bytes: number, sha256: string]
  decoder: [bytes: number, sha256: string]
}

/** The sizes have the same words. */
const tokens = [816_730, 'b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126'] as const

function whisper({ size, name, memory, encoder, decoder }: WhisperFacts): LocalModel {
  const file = (part: string, [bytes, sha256]: readonly [bytes: number, sha256: string]): LocalFile => ({
    name: `whisper-${size}/${size}-${part}`,
    source: `${huggingFace}/csukuangfj/sherpa-onnx-whisper-${size}/resolve/main/${size}-${part}`,
    bytes,
    sha256,
  })
  return {
    kind: 'transcription',
    id: `whisper-${size}`,
    name,
    size,
    licence: 'MIT',
    languages: ['en', 'ru'],
    memory: memory * gigabyte,
    files: [file('encoder.int8.onnx', encoder), file('decoder.int8.onnx', decoder), file('tokens.txt', tokens), vadFile],
  }
}

function piper(voice: string, name: string, bytes: number, sha256: string): LocalModel {
  const archive = `vits-piper-ru_RU-${voice}-medium.tar.bz2`
  return {
    kind: 'speech',
    family: 'piper',
    id: `piper-${voice}`,
    name: `Piper ${name}`,
    folder: `piper-${voice}`,
    model: `ru_RU-${voice}-medium.onnx`,
    voices: [{ sid: 0, name }],
    licence: 'MIT',
    languages: ['ru'],
    memory: 0.7 * gigabyte,
    files: [{ name: archive, source: `${sherpaReleases}/tts-models/${archive}`, bytes, sha256 }],
  }
}

/**
 * Vetted models of each kind, smallest first. Sizes and checksums are those of the publisher's files, as independent projects pin them:
 * texts compared on 2026-11-24, speech on 2026-11-25.
 */
export const localModels: readonly LocalModel[] = [
  {
    kind: 'text',
    id: 'qwen2.5-0.5b',
    name: 'Qwen2.5 0.5B',
    licence: 'Apache-2.0',
    languages: ['en', 'ru'],
    memory: 0.9 * gigabyte,
    contextLength,
    files: gguf(
      'Qwen/Qwen2.5-0.5B-Instruct-GGUF',
      'qwen2.5-0.5b-instruct-q4_k_m.gguf',
      491_400_032,
      '74a4da8c9fdbcd15bd1f6d01d621410d31c6fc00986f5eb687824e7b93d7a9db',
    ),
  },
  {
    kind: 'text',
    id: 'qwen3-4b',
    name: 'Qwen3 4B',
    licence: 'Apache-2.0',
    languages: ['en', 'ru'],
    memory: 3.6 * gigabyte,
    contextLength,
    files: gguf(
      'Qwen/Qwen3-4B-GGUF',
      'Qwen3-4B-Q4_K_M.gguf',
      2_497_280_256,
      '7485fe6f11af29433bc51cab58009521f205840f5b4ae3a32fa7f92e8534fdf5',
    ),
  },
  {
    kind: 'text',
    id: 'qwen3-8b',
    name: 'Qwen3 8B',
    licence: 'Apache-2.0',
    languages: ['en', 'ru'],
    memory: 6.4 * gigabyte,
    contextLength,
    files: gguf(
      'Qwen/Qwen3-8B-GGUF',
      'Qwen3-8B-Q4_K_M.gguf',
      5_027_783_488,
      'd98cdcbd03e17ce47681435b5150e34c1417f50b5c0019dd560e4882c5745785',
    ),
  },
  whisper({
    size: 'tiny',
    name: 'Whisper tiny',
    memory: 0.5,
    encoder: [12_937_772, 'd24fb083ae3b1041fc24e97971d60e280c9342201fbb67b0ab428a8b4a51a434'],
    decoder: [89_855_401, 'd2fece8dd42771f1df975c6c0445770d0c292bf7547c2cae04a6c0cc57540925'],
  }),
  whisper({
    size: 'base',
    name: 'Whisper base',
    memory: 0.7,
    encoder: [29_120_534, '0b8fb1304b6109976038efff5ace81720e00386f3ff6b54ee8c75291ca0a1e11'],
    decoder: [130_672_026, '9759d217388a01b3a4c7c15533201067b48ae819c4daafc8624e64b9409dc02d'],
  }),
  whisper({
    size: 'small',
    name: 'Whisper small',
    memory: 1.2,
    encoder: [112_442_483, '4cbe7b22fa9026b843b60a68640c747de05bafb1a11b57edc0e66c232d9f33a9'],
    decoder: [262_226_114, 'acad50b5c782696e91b55914cc5ab4f756f1532f76e22aa6fc615f39fb69a8ee'],
  }),
  whisper({
    size: 'turbo',
    name: 'Whisper large v3 turbo',
    memory: 2.4,
    encoder: [674_716_297, 'b02dcdf54f348741e93fe732b67d933c8dcb6735655f710640143081db38878b'],
    decoder: [361_080_764, '20accd02388482eb3a46bd615631adfdc85e1eb2c7db9ea3f02a40ffe6b81547'],
  }),
  piper('irina', 'Irina', 67_153_308, '1fc0f54e5e084fe287c07909f2f6e0ba6d857864cf800e3ab80286a4e8233008'),
  piper('dmitri', 'Dmitri', 67_188_551, 'c86d0803737de13d441923ff3b3f309482fab8d7af3ec85949942809eb9a3660'),
  {
    kind: 'speech',
    family: 'kokoro',
    id: 'kokoro-en',
    name: 'Kokoro 82M',
    folder: 'kokoro-en',
    model: 'model.int8.onnx',
    voices: ['Default', 'Bella', 'Nicole', 'Sarah', 'Sky', 'Adam', 'Michael', 'Emma', 'Isabella', 'George', 'Lewis'].map((name, sid) => ({
      sid,
      name,
    })),
    licence: 'Apache-2.0',
    languages: ['en'],
    memory: 0.9 * gigabyte,
    files: [
      {
        name: 'kokoro-int8-en-v0_19.tar.bz2',
        source: `${sherpaReleases}/tts-models/kokoro-int8-en-v0_19.tar.bz2`,
        bytes: 103_248_205,
        sha256: 'c9f0dd393615805b0bab050c340834d5e684e732aec91c0e860cd30e982c08bd',
      },
    ],
  },
]
