import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'

let opened: Promise<WrappedPdfiumModule> | undefined

async function open(): Promise<WrappedPdfiumModule> {
  const file = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  const pdfium = await init({ wasmBinary: Uint8Array.from(file).buffer })
  pdfium.PDFiumExt_Init()
  return pdfium
}

/** The error of a document that does not open without its password. */
const needsPassword = 4

/** Opens a PDF for as long as it is used. Rejects for one that cannot be read. */
export async function withPdf<Result>(
  path: string,
  use: (pdfium: WrappedPdfiumModule, document: number) => Result,
): Promise<Result | { refused: 'password' }> {
  const pdfium = await (opened ??= open())
  const file = await readFile(path)
  const { malloc, free } = pdfium.pdfium.wasmExports
  const at = malloc(file.length)
  if (at === 0) throw new Error('no memory for the document')
  try {
    memoryOf(pdfium).set(file, at)
    const document = pdfium.FPDF_LoadMemDocument(at, file.length, '')
    if (document === 0) {
      const error = pdfium.FPDF_GetLastError()
      if (error === needsPassword) return { refused: 'password' }
      throw new Error(`no document: error ${error}`)
    }
    try {
      return use(pdfium, document)
    } finally {
      pdfium.FPDF_CloseDocument(document)
    }
  } finally {
    free(at)
  }
}

/** The memory, which the types do not name. An allocation may replace it. */
export function memoryOf({ pdfium }: WrappedPdfiumModule): Uint8Array {
  if ('HEAPU8' in pdfium && pdfium.HEAPU8 instanceof Uint8Array) return pdfium.HEAPU8
  throw new Error('the library has no memory')
}
