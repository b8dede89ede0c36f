import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { Answer, Tasks } from '../tasks.ts'
import { pagesOfTree } from './pdf-pages.ts'

let opened: Promise<WrappedPdfiumModule> | undefined

async function open(): Promise<WrappedPdfiumModule> {
  const file = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  const pdfium = await init({ wasmBinary: Uint8Array.from(file).buffer })
  pdfium.PDFiumExt_Init()
  return pdfium
}

/** The error of a document that does not open without its password. */
const needsPassword = 4

/** Counts the pages of a PDF. Rejects for one that cannot be read. */
export async function countPages({ path }: Tasks['countPages']): Promise<Answer<'countPages'>> {
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
      return { pages: Math.max(lastPage(pdfium, document), pagesOfTree(unpack(pdfium, document))) }
    } finally {
      pdfium.FPDF_CloseDocument(document)
    }
  } finally {
    free(at)
  }
}

/** The memory, which the types do not name. An allocation may replace it. */
function memoryOf({ pdfium }: WrappedPdfiumModule): Uint8Array {
  if ('HEAPU8' in pdfium && pdfium.HEAPU8 instanceof Uint8Array) return pdfium.HEAPU8
  throw new Error('the library has no memory')
}

/** Returns the number of pages that the document states; the last of them must be there. */
function lastPage(pdfium: WrappedPdfiumModule, document: number): number {
  const pages = pdfium.FPDF_GetPageCount(document)
  if (pages < 1) throw new Error('no pages')
  const page = pdfium.FPDF_LoadPage(document, pages - 1)
  if (page === 0) throw new Error('the last page is missing')
  pdfium.FPDF_ClosePage(page)
  return pages
}

/** Returns a copy of the document whose objects are unpacked. */
function unpack(pdfium: WrappedPdfiumModule, document: number): Buffer {
  const { malloc, free } = pdfium.pdfium.wasmExports
  const writer = pdfium.PDFiumExt_OpenFileWriter()
  try {
    if (!pdfium.PDFiumExt_SaveAsCopy(document, writer)) throw new Error('the document cannot be written')
    const bytes = pdfium.PDFiumExt_GetFileWriterSize(writer)
    const at = malloc(bytes)
    if (at === 0) throw new Error('no memory for the document')
    try {
      pdfium.PDFiumExt_GetFileWriterData(writer, at, bytes)
      return Buffer.from(memoryOf(pdfium).subarray(at, at + bytes))
    } finally {
      free(at)
    }
  } finally {
    pdfium.PDFiumExt_CloseFileWriter(writer)
  }
}
