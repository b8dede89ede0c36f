export type LocalFile = {
  /** Its path within the folder of models. */
  name: string
  /** Its address at the publisher, which `MODELS_MIRROR` replaces. Empty for a file that somebody has put in place. */
  source: string
  /** Exact size in bytes. */
  bytes: number
  /** Null for a file that is not in the catalogue, and for one whose checksum only its publisher states. */
  sha256: string | null
  /**
   * Address of the Git LFS pointer of a file whose checksum or exact size is not known here. The pointer states both; `bytes` is then the size
   * that its publisher shows, rounded.
   */
  pointer?: string
  /** Its name at a mirror, if other files have the last part of its name. */
  mirrorName?: string
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

/** A model that runs on this machine: with llama.cpp (a GGUF file), with sherpa-onnx, or with ONNX Runtime. */
export type LocalModel = Facts &
  (
    | { kind: 'text'; contextLength: number }
    /** Turns texts into vectors, for programs. */
    | { kind: 'embedding'; contextLength: number }
    | { kind: 'transcription'; size: string }
    /** `folder`: the folder of models into which its archive is unpacked. */
    | { kind: 'speech'; family: 'piper' | 'kokoro'; folder: string; model: string; voices: readonly LocalVoice[] }
    /** A model of diffusion in the folders of a diffusers export. */
    | { kind: 'image'; scheduler: 'lcm' | 'turbo'; folder: string; steps: { most: number; usual: number } }
    | { kind: 'image_edit'; task: 'enlarge'; folder: string }
    | { kind: 'image_edit'; task: 'remove_background' }
  )

/** Returns the folder that the archive of a model is unpacked into; null for a model of single files. */
export const archiveFolderOf = (model: LocalModel): string | null =>
  model.kind === 'speech' || (model.kind === 'image_edit' && model.task === 'enlarge') ? model.folder : null

/** Whether this release pins the checksums of all files of a model. */
export const isPinned = ({ files }: Pick<LocalModel, 'files'>): boolean => files.every(({ sha256 }) => sha256 !== null)

export const bytesOf = ({ files }: Pick<LocalModel, 'files'>): number => files.reduce((sum, { bytes }) => sum + bytes, 0)

const gigabyte = 1_000_000_000
const contextLength = 4_096
/** Model tokens of one text that becomes a vector: about three pages. A longer context needs memory for all of it at once. */
export const embeddingLength = 2_048

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

/** The words of CLIP: 48,894 merges. All models of Stable Diffusion have the same. */
const clipMerges = { bytes: 524_619, sha256: '9fd691f7c8039210e0fced15865466c65820d09b63988b0174bfe25de299051a' }

type DiffusionFacts = {
  folder: string
  repository: string
  /** The commit of the repository, so that its files do not change. */
  commit: string
  /** Sizes in bytes by path, and the checksums that are pinned. */
  files: Record<string, { bytes: number; sha256?: string }>
}

function diffusion({ folder, repository, commit, files }: DiffusionFacts): LocalFile[] {
  const at = (how: 'resolve' | 'raw', path: string) => `${huggingFace}/${repository}/${how}/${commit}/${path}`
  const weights = Object.entries(files).map(([path, { bytes, sha256 }]): LocalFile => ({
    name: `${folder}/${path}`,
    source: at('resolve', path),
    bytes,
    sha256: sha256 ?? null,
    pointer: at('raw', path),
    mirrorName: `${folder}-${path.replaceAll('/', '-')}`,
  }))
  const path = 'tokenizer/merges.txt'
  return [
    ...weights,
    { name: `${folder}/${path}`, source: at('resolve', path), ...clipMerges, mirrorName: `${folder}-tokenizer-merges.txt` },
  ]
}

/**
 * Vetted models of each kind, smallest first. Sizes and checksums are those of the publisher's files, as independent projects pin them:
 * texts compared on 2026-11-24, speech on 2026-11-25, images on 2026-11-26. Images are the exception: see their files.
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
  {
    kind: 'embedding',
    id: 'qwen3-embedding-0.6b',
    name: 'Qwen3 Embedding 0.6B',
    licence: 'Apache-2.0',
    languages: ['en', 'ru'],
    memory: 1.6 * gigabyte,
    contextLength: embeddingLength,
    files: [
      {
        name: 'Qwen3-Embedding-0.6B-Q8_0.gguf',
        source: `${huggingFace}/Qwen/Qwen3-Embedding-0.6B-GGUF/resolve/main/Qwen3-Embedding-0.6B-Q8_0.gguf`,
        bytes: 639_150_592,
        sha256: null,
        pointer: `${huggingFace}/Qwen/Qwen3-Embedding-0.6B-GGUF/raw/main/Qwen3-Embedding-0.6B-Q8_0.gguf`,
      },
    ],
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
  {
    kind: 'image',
    scheduler: 'lcm',
    id: 'lcm-dreamshaper-v7',
    name: 'LCM Dreamshaper v7',
    folder: 'lcm-dreamshaper-v7',
    steps: { most: 8, usual: 4 },
    licence: 'MIT',
    languages: ['en'],
    memory: 4.8 * gigabyte,
    // Only the checksum of the largest file could be compared: a page of the publisher shows it. The others are taken from the publisher.
    files: diffusion({
      folder: 'lcm-dreamshaper-v7',
      repository: 'SimianLuo/LCM_Dreamshaper_v7',
      commit: '4721097975058205c4edcdece2cc574b7dd7bc04',
      files: {
        'text_encoder/model.onnx': { bytes: 493_000_000 },
        'unet/model.onnx': { bytes: 1_950_000 },
        'unet/model.onnx_data': { bytes: 3_440_000_000, sha256: 'ef99ccc336de0e79f247fcb3d1398b3f3d1a02796916b88a351d7a83f570a31a' },
        'vae_decoder/model.onnx': { bytes: 198_000_000 },
        'vae_encoder/model.onnx': { bytes: 137_000_000 },
      },
    }),
  },
  {
    kind: 'image',
    scheduler: 'turbo',
    id: 'sd-turbo',
    name: 'SD-Turbo',
    folder: 'sd-turbo',
    steps: { most: 4, usual: 1 },
    licence: 'Stability AI Non-Commercial',
    languages: ['en'],
    memory: 6.4 * gigabyte,
    files: diffusion({
      folder: 'sd-turbo',
      repository: 'schmuell/sd-turbo-ort-web',
      commit: '7b51591f5e802b607e42f78999bdcda9a57a08d6',
      files: {
        'text_encoder/model.onnx': { bytes: 681_000_000 },
        'unet/model.onnx': { bytes: 1_730_000_000 },
        'vae_decoder/model.onnx': { bytes: 99_100_000 },
        'vae_encoder/model.onnx': { bytes: 68_400_000 },
      },
    }),
  },
  {
    kind: 'image_edit',
    task: 'enlarge',
    id: 'esrgan-slim',
    name: 'ESRGAN-slim',
    folder: 'esrgan-slim',
    licence: 'MIT',
    languages: [],
    memory: 1.2 * gigabyte,
    files: [
      {
        name: 'esrgan-slim-1.0.0.tgz',
        source: 'https://registry.npmjs.org/@upscalerjs/esrgan-slim/-/esrgan-slim-1.0.0.tgz',
        bytes: 4_357_056,
        sha256: 'b53070ff01363e74d33138106dcc72b58d341c9fb7e8fd648554a4e7744142b5',
      },
    ],
  },
  {
    kind: 'image_edit',
    task: 'remove_background',
    id: 'isnet',
    name: 'IS-Net',
    licence: 'Apache-2.0',
    languages: [],
    memory: 1.5 * gigabyte,
    files: [
      {
        name: 'isnet-general-use.onnx',
        source: 'https://github.com/danielgatis/rembg/releases/download/v0.0.0/isnet-general-use.onnx',
        bytes: 178_648_008,
        sha256: '60920e99c45464f2ba57bee2ad08c919a52bbf852739e96947fbb4358c0d964a',
      },
    ],
  },
]
